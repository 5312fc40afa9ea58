import type { Child } from "hono/jsx";
import { bookingScript, formPicturesScript } from "../../ui/assets.ts";
import { Document, type PageMetadata } from "../../ui/layout.tsx";

interface Props {
	title: string;
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
	children?: Child;
}

export const BookingFrame = ({
	title,
	nonce,
	metadata,
	usesTurnstile,
	takesPictures,
	logo,
	accentColor,
	children,
}: Props) => (
	<Document
		title={title}
		nonce={nonce}
		scripts={nonce === undefined ? [] : [bookingScript, ...(takesPictures ? [formPicturesScript] : [])]}
		metadata={metadata}
		accentColor={accentColor}
	>
		{logo}
		<main class="booking">{children}</main>
		{usesTurnstile && <script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer nonce={nonce} />}
	</Document>
);

export const BookingSteps = ({ at }: { at: 1 | 2 | 3 }) => (
	<ol class="progress">
		{["Time", "Details", "Done"].map((name, index) => (
			<li aria-current={index + 1 === at ? "step" : undefined}>{name}</li>
		))}
	</ol>
);
