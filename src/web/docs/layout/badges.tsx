import { Breakable } from "../../ui/components/breakable.tsx";

/** The method of a request in its colour. */
export const Method = ({ name }: { name: string }) => <span class={`method ${name.toLowerCase()}`}>{name}</span>;

/** The status of an answer. One that is no error has its colour. */
export const Status = ({ status }: { status: number | string }) => (
	<span class={Number(status) < 400 ? "status good" : "status"}>{status}</span>
);

/** A name or a path as code, whose line may break between its parts. */
export const inlineCode = (text: string) => (
	<code>
		<Breakable text={text} />
	</code>
);
