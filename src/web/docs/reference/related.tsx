import type { PathOperation } from "../content/api-document.ts";
import { Rows, rowOfOperation } from "../layout/rows.tsx";

interface Props {
	described: PathOperation;
	all: readonly PathOperation[];
}

/** For whoever came to the wrong page or wants to go on. */
export const Related = ({ described, all }: Props) => {
	const related = relatedTo(described, all);
	return related.length > 0 ? (
		<>
			<h2 id="related">Related</h2>
			<Rows rows={related.map(rowOfOperation)} />
		</>
	) : null;
};

const maxRelated = 6;

/** Operations at the same path come first, then those below and above it, then others of the resource. */
function relatedTo({ path, operation }: PathOperation, all: readonly PathOperation[]): PathOperation[] {
	const distance = (other: string) => (other === path ? 0 : other.startsWith(path) || path.startsWith(other) ? 1 : 2);
	return all
		.filter((one) => one.operation !== operation && one.operation.tags[0] === operation.tags[0])
		.toSorted((a, b) => distance(a.path) - distance(b.path))
		.slice(0, maxRelated);
}
