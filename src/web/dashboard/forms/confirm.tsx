import type { Child } from "hono/jsx";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import type { Content } from "../frame/declarations.ts";

interface ConfirmationOptions {
	question: string;
	/** The consequences, and whether the act can be undone. */
	text: Child;
	verb: string;
	/** The tone of the button: `primary` if nothing is lost. */
	tone?: "danger" | "primary";
	/** The address that the form is sent to. */
	action: string;
	back: { href: string; text: string };
	/** The text of the link back. */
	keep?: string;
	again?: FormState | undefined;
	/** Says more about a refusal than its summary, in place of it. */
	refusal?: Child;
	/** Another act, offered after a refusal. */
	instead?: { verb: string; action: string } | undefined;
	/** Fields of the form. */
	fields?: Child;
}

export const deactivateInstead = (action: string) => ({ verb: "Deactivate instead", action });

/** Asks before a destructive or far-reaching act. */
export const confirmationPage = ({
	question,
	text,
	verb,
	tone = "danger",
	action,
	back,
	keep,
	again,
	refusal,
	instead,
	fields,
}: ConfirmationOptions): Content => ({
	title: question,
	body: (
		<>
			<Title text={question} back={back} />
			<Panel>
				<div class="narrow">{text}</div>
				<form method="post" action={action}>
					{refusal ?? (again && <FaultSummary of={again} />)}
					{fields}
					<div class="actions">
						{again && instead && (
							<button class="primary" type="submit" formaction={instead.action}>
								{instead.verb}
							</button>
						)}
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
