import type { Child } from "hono/jsx";

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
