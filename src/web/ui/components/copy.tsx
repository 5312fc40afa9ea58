import type { Child } from "hono/jsx";

/** Copies the text of the element with this id where scripts run. Without them it is hidden. */
export const CopyButton = ({
	targetId,
	label,
	children = "Copy",
}: {
	targetId: string;
	label: string;
	children?: Child;
}) => (
	<copy-button for={targetId}>
		<button type="button" hidden aria-label={`Copy ${label}`}>
			{children}
		</button>
	</copy-button>
);
