import type { Child } from "hono/jsx";
import type { Submission } from "../../../domain/clients/form-submissions/schema.ts";
import type { FormField } from "../../../domain/studio/forms/schema.ts";
import { Facts } from "../../ui/components/elements.tsx";
import type { Visit } from "../frame/visit.ts";
import { LocalTime } from "./local-time.tsx";

interface Props {
	visit: Visit;
	submission: Submission;
	/** The fields that the form has now. An answer to a field that it had before is shown under its key. */
	fields: readonly FormField[];
}

export const SubmissionFacts = ({ visit, submission, fields }: Props) => {
	const { submission_data, signature, signer_name, signed_at, ip_address } = submission;
	const labels = new Map(fields.map(({ key, label }) => [key, label]));
	const order = new Map(fields.map(({ key }, n) => [key, n]));
	const placeOf = (key: string) => order.get(key) ?? fields.length;
	const answers = Object.entries(submission_data).sort(([a], [b]) => placeOf(a) - placeOf(b));
	const zone = visit.studio.timezone;
	return (
		<Facts
			of={[
				...answers.map(([key, answer]) => [labels.get(key) ?? key, answerOf(answer)] as const),
				signature !== null && ["Signature", <Text text={signature} />],
				signer_name !== null && ["Signed by", signer_name],
				signed_at !== null && ["Signed", <LocalTime at={signed_at} zone={zone} withUtc />],
				ip_address !== null && ["Signed from", <code>{ip_address}</code>],
			]}
		/>
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
