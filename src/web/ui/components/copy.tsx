import type { Child } from "hono/jsx";

/** Copies the text of the element with this id where scripts run. Without them it is hidden. */
export const CopyButton = ({ of, label, children = "Copy" }: { of: string; label: string; children?: Child }) => (
	<copy-button for={of}>
		<button type="button" hidden aria-label={`Copy ${label}`}>
			{children}
		</button>
	</copy-button>
);
