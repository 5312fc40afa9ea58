import { type Bitmap2D, generate } from "lean-qr";

/** The code of a longer address is too fine for a phone. */
const maxBytes = 250;

/** The empty edge that readers need (ISO/IEC 18004). */
const quiet = 4;

/** The code is drawn here, so nobody else learns the address. It is black on paper in any scheme. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
	const code = generate(text);
	const side = code.size + 2 * quiet;
	return (
		<svg class="qr-code" role="img" aria-label={label} viewBox={`${-quiet} ${-quiet} ${side} ${side}`}>
			<rect x={-quiet} y={-quiet} width={side} height={side} />
			<path d={pathOf(code)} shape-rendering="crispEdges" />
		</svg>
	);
};

export const fitsQrCode = (text: string): boolean => new TextEncoder().encode(text).byteLength <= maxBytes;

/** A rectangle for each run of dark modules in a row. */
function pathOf(code: Bitmap2D): string {
	let path = "";
	for (let y = 0; y < code.size; y++)
		for (let x = 0; x < code.size; x++) {
			const from = x;
			while (x < code.size && code.get(x, y)) x++;
			if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`;
		}
	return path;
}
