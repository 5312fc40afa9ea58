/** The check sum of a PNG chunk (ISO 3309). It is for some bytes: it has no table. */
export function crc32(bytes: Uint8Array): number {
	let sum = 0xffff_ffff;
	for (const byte of bytes) {
		sum ^= byte;
		for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb8_8320 : 0);
	}
	return (sum ^ 0xffff_ffff) >>> 0;
}
