import type { Child } from "hono/jsx";
import type { Words } from "../../../domain/languages/words.ts";
import { bookingScript, formPicturesScript } from "../../ui/assets.ts";
import { Document, type PageMetadata } from "../../ui/layout.tsx";

interface Props {
	title: string;
	words: Words;
	nonce?: string | undefined;
	/** For search engines; only on public pages. */
	metadata?: PageMetadata | undefined;
	/** The page loads Turnstile. */
	usesTurnstile?: boolean;
	/** A form of the page takes pictures. */
	takesPictures?: boolean;
	/** The logo of the studio. */
	logo?: Child;
	accentColor?: string | null | undefined;
	/** The end of the page. */
	footer?: Child;
	children?: Child;
}

export const BookingFrame = ({
	title,
	words,
	nonce,
	metadata,
	usesTurnstile,
	takesPictures,
	logo,
	accentColor,
	footer,
	children,
}: Props) => (
	<Document
		title={title}
		language={words.language}
		nonce={nonce}
		scripts={nonce === undefined ? [] : [bookingScript, ...(takesPictures ? [formPicturesScript] : [])]}
		metadata={metadata}
		accentColor={accentColor}
	>
		{logo}
		<main class="booking" data-own-time={words.page.ownTime("{time}")}>
			{children}
		</main>
		{footer}
		{usesTurnstile && <script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer nonce={nonce} />}
	</Document>
);

export const BookingSteps = ({ at, words: { page } }: { at: 1 | 2 | 3; words: Words }) => (
	<ol class="progress">
		{[page.stepTime, page.stepDetails, page.stepDone].map((name, index) => (
			<li aria-current={index + 1 === at ? "step" : undefined}>{name}</li>
		))}
	</ol>
);
