import type { Child } from "hono/jsx";
import type { Submission } from "../../../domain/clients/form-submissions/schema.ts";
import { Facts, Panel } from "../../ui/components/parts.tsx";
import type { Visit } from "../frame/visit.ts";
import { LocalTime } from "../parts/local-time.tsx";
import type { FormOfClient } from "./read.ts";

export interface SubmissionsOfClient {
	rows: readonly Submission[];
	forms: readonly FormOfClient[];
	more: boolean;
}

/** The forms that the client has filled in and signed. */
export const Submissions = ({ visit, rows, forms, more }: { visit: Visit } & SubmissionsOfClient) => (
	<Panel title="Forms" lead={more ? `The latest ${rows.length} submissions.` : undefined}>
		{rows.length === 0 ? (
			<p class="dim">The client has not filled in a form yet.</p>
		) : (
			rows.map((row) => <One visit={visit} row={row} form={forms.find(({ id }) => id === row.form_id)} />)
		)}
	</Panel>
);

const One = ({ visit, row, form }: { visit: Visit; row: Submission; form: FormOfClient | undefined }) => {
	const { submission_data: answers, signature, signer_name, signed_at, ip_address } = row;
	const labels = new Map((form?.fields ?? []).map(({ key, label }) => [key, label]));
	const zone = visit.studio.timezone;
	return (
		<details class="submission">
			<summary>
				<strong>{form?.name ?? "Form"}</strong> <LocalTime at={row.created_at} zone={zone} />
				{signature !== null && " · signed"}
			</summary>
			<Facts
				of={[
					...Object.entries(answers).map(([key, answer]) => [labels.get(key) ?? key, answerOf(answer)] as const),
					signature !== null && ["Signature", <Text text={signature} />],
					signer_name !== null && ["Signed by", signer_name],
					signed_at !== null && ["Signed", <LocalTime at={signed_at} zone={zone} withUtc />],
					ip_address !== null && ["Signed from", <code>{ip_address}</code>],
				]}
			/>
		</details>
	);
};

function answerOf(answer: unknown): Child {
	if (typeof answer === "boolean") return answer ? "Yes" : "No";
	if (Array.isArray(answer)) return answer.map(String).join(", ");
	if (typeof answer === "object" && answer !== null) return <code>{JSON.stringify(answer)}</code>;
	return answer === null ? null : <Text text={String(answer)} />;
}

/** A drawn signature is a data URL. The page shows only these types as an image. */
const drawing = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/;

const Text = ({ text }: { text: string }) =>
	drawing.test(text) ? <img class="signature" src={text} alt="Drawn signature" /> : <div class="pre">{text}</div>;

const isDrawing = (text: unknown): boolean => typeof text === "string" && drawing.test(text);

export const hasDrawing = (rows: readonly Submission[]): boolean =>
	rows.some(({ signature, submission_data }) => [signature, ...Object.values(submission_data)].some(isDrawing));
