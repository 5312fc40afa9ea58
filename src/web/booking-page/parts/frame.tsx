import type { Child } from "hono/jsx";
import { bookingScript } from "../../ui/assets.ts";
import { Document, type Shared } from "../../ui/layout.tsx";

interface Props {
	title: string;
	nonce?: string | undefined;
	/** Only pages that are for everybody have it. */
	shared?: Shared | undefined;
	/** The page loads Turnstile. */
	challenged?: boolean;
	children?: Child;
}

/** The frame of every booking page. */
export const Frame = ({ title, nonce, shared, challenged, children }: Props) => (
	<Document title={title} nonce={nonce} scripts={nonce === undefined ? [] : [bookingScript]} shared={shared}>
		<main class="booking">{children}</main>
		{challenged && <script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer nonce={nonce} />}
	</Document>
);

/** Where the visitor is on the way to an appointment. */
export const Steps = ({ at }: { at: 1 | 2 | 3 }) => (
	<ol class="progress">
		{["Time", "Details", "Done"].map((name, index) => (
			<li aria-current={index + 1 === at ? "step" : undefined}>{name}</li>
		))}
	</ol>
);
