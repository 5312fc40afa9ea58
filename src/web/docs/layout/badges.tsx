import { Breakable } from "../../ui/components/breakable.tsx";

export const Method = ({ name }: { name: string }) => <span class={`method ${name.toLowerCase()}`}>{name}</span>;

/** A status that is no error has its colour. */
export const Status = ({ status }: { status: number | string }) => (
	<span class={Number(status) < 400 ? "status good" : "status"}>{status}</span>
);

export const inlineCode = (text: string) => (
	<code>
		<Breakable text={text} />
	</code>
);
