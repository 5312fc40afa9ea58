import { Facts, Panel } from "../../ui/components/elements.tsx";

export const MetadataPanel = ({ of }: { of: Readonly<Record<string, string>> }) =>
	Object.keys(of).length === 0 ? null : (
		<Panel title="Metadata">
			<Facts of={Object.entries(of).map(([name, value]) => [name, <code class="pre">{value}</code>])} />
		</Panel>
	);
