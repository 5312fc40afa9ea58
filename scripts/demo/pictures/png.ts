import { crc32, deflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const indexed = 3;

/** A PNG of at most 256 colours. `pixels` has the number of a colour for each pixel, row by row. */
export function png(
	{ width, height }: { width: number; height: number },
	palette: readonly (readonly [number, number, number])[],
	pixels: Uint8Array,
): Buffer<ArrayBuffer> {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, indexed], 8);
	// Each row begins with the number of its filter: none.
	const rows = Buffer.alloc(height * (width + 1));
	for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("PLTE", Buffer.from(palette.flat())),
		chunk("IDAT", deflateSync(rows)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(name: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(name), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, sum]);
}
