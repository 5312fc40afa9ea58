import type { Words } from "../../../domain/languages/words.ts";
import { depositSentences, isPayable, type WithDeposit } from "../../../domain/mail/booking/deposit-text.ts";
import type { Details } from "../../../domain/studio/event-types/schema.ts";
import type { OwnText } from "../../ui/own-text.ts";
import { fitsQrCode, QrCode } from "./qr-code.tsx";

interface Props {
	appointment: WithDeposit;
	/** The event type says how to pay. */
	details: Details | null;
	now: number;
	words: Words;
	own: OwnText;
}

/** How it stands with the deposit of an appointment, and how the client pays it. */
export const Deposit = ({ appointment, details, now, words, own }: Props) => {
	const sentences = depositSentences(appointment, now, words);
	if (sentences.length === 0) return null;
	return (
		<section class="after">
			<h2>{words.appointment.deposit}</h2>
			<p>{sentences.join(" ")}</p>
			{details && isPayable(appointment, now) && <Payment details={details} words={words} own={own} />}
		</section>
	);
};

const Payment = ({ details, words: { appointment }, own }: Pick<Props, "words" | "own"> & { details: Details }) => {
	const { deposit_instructions: instructions, deposit_url: url } = details;
	return (
		<>
			{instructions && (
				<>
					<h3>{appointment.howToPay}</h3>
					<p class="pre" {...own}>
						{instructions}
					</p>
				</>
			)}
			{url && (
				<div class="payment">
					<a class="button primary" href={url} rel="noreferrer">
						{appointment.pay}
					</a>
					{fitsQrCode(url) && (
						<figure class="scan">
							<QrCode text={url} label={appointment.qrCode} />
							<figcaption class="dim">{appointment.scanToPay}</figcaption>
						</figure>
					)}
				</div>
			)}
		</>
	);
};
