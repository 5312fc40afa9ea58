import { crc32 } from "node:zlib";

/** A PNG of 2 by 3 pixels. */
const smallPicture = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADklEQVR4nGOIAgMGFAoAQocGVRsGHywAAAAASUVORK5CYII=",
	"base64",
);

/** The end of the signature and of the header. */
const afterHeader = 8 + 25;
const endBytes = 12;

/** A PNG of 2 by 3 pixels with other bytes each time: its resolution differs. It has at least `size` bytes. */
export function newPicture(size = 0): Uint8Array<ArrayBuffer> {
	const resolution = chunk("pHYs", Buffer.concat([crypto.getRandomValues(new Uint8Array(8)), Buffer.of(1)]));
	const head = smallPicture.subarray(0, afterHeader);
	const rest = smallPicture.subarray(afterHeader, -endBytes);
	// Decoders pass over what follows the rows of pixels.
	const filler = size > 0 ? chunk("IDAT", Buffer.alloc(size)) : Buffer.alloc(0);
	return new Uint8Array(Buffer.concat([head, resolution, rest, filler, smallPicture.subarray(-endBytes)]));
}

function chunk(name: string, data: Buffer): Buffer {
	const checked = Buffer.concat([Buffer.from(name), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(checked));
	return Buffer.concat([length, checked, sum]);
}
