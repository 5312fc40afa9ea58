import type { Child } from "hono/jsx";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { Panel, Title } from "../../ui/components/parts.tsx";
import type { Content } from "../frame/area.tsx";

interface ConfirmationOptions {
	/** Asks what will be done, such as “Revoke Website?”. */
	question: string;
	/** What it means, and whether it can be undone. */
	text: Child;
	/** The verb on the button. */
	verb: string;
	/** Of the button. `primary`: nothing is lost. */
	tone?: "danger" | "primary";
	/** Where the form is sent. */
	action: string;
	back: { href: string; text: string };
	/** What the link back says. */
	keep?: string;
	again?: FormState | undefined;
	/** Fields of the form, where something is to be chosen. */
	fields?: Child;
}

/** The page on which a destructive or a far-reaching act is confirmed. */
export const confirmationPage = ({
	question,
	text,
	verb,
	tone = "danger",
	action,
	back,
	keep,
	again,
	fields,
}: ConfirmationOptions): Content => ({
	title: question,
	body: (
		<>
			<Title text={question} back={back} />
			<Panel>
				<div class="narrow">{text}</div>
				<form method="post" action={action}>
					{again && <FaultSummary of={again} />}
					{fields}
					<div class="actions">
						<button class={tone} type="submit">
							{verb}
						</button>
						<a class="button" href={back.href}>
							{keep ?? "Keep it"}
						</a>
					</div>
				</form>
			</Panel>
		</>
	),
});
