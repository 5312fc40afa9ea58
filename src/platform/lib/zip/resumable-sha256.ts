/**
 * SHA-256 (FIPS 180-4) of bytes that come in several invocations. Neither WebCrypto nor node:crypto hands out its state in
 * between. It proves that a file is whole, and is used for no secret.
 */
export interface Sha256State {
	words: number[];
	/** The bytes that do not fill a block yet, in base64. */
	rest: string;
	length: number;
}

const blockBytes = 64;

const rounds = new Int32Array(
	"428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2"
		.split(" ")
		.map((word) => Number.parseInt(word, 16)),
);

export const emptySha256: Sha256State = {
	words: [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
	rest: "",
	length: 0,
};

export function updateSha256({ words, rest, length }: Sha256State, bytes: Uint8Array): Sha256State {
	const left = Buffer.from(rest, "base64");
	const all = left.length > 0 ? Buffer.concat([left, bytes]) : bytes;
	const end = all.length - (all.length % blockBytes);
	return {
		words: compress(words, all, end),
		rest: Buffer.from(all.subarray(end)).toString("base64"),
		length: length + bytes.length,
	};
}

/** In hexadecimal digits, as `sha256sum` shows it. */
export function digestSha256({ words, rest, length }: Sha256State): string {
	const left = Buffer.from(rest, "base64");
	const padded = Buffer.alloc(left.length + 9 > blockBytes ? 2 * blockBytes : blockBytes);
	padded.set(left);
	padded[left.length] = 0x80;
	padded.writeBigUInt64BE(BigInt(length) * 8n, padded.length - 8);
	return compress(words, padded, padded.length)
		.map((word) => (word >>> 0).toString(16).padStart(8, "0"))
		.join("");
}

const schedule = new Int32Array(blockBytes);

/** Section 6.2.2. */
function compress(words: number[], bytes: Uint8Array, end: number): number[] {
	const view = new DataView(bytes.buffer, bytes.byteOffset, end);
	const w = schedule;
	const k = rounds;
	let [h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0, h5 = 0, h6 = 0, h7 = 0] = words;
	for (let at = 0; at < end; at += blockBytes) {
		for (let n = 0; n < 16; n++) w[n] = view.getInt32(at + 4 * n);
		for (let n = 16; n < 64; n++) {
			const x = w[n - 15] as number;
			const y = w[n - 2] as number;
			const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
			const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
			w[n] = ((w[n - 16] as number) + s0 + (w[n - 7] as number) + s1) | 0;
		}
		let a = h0;
		let b = h1;
		let c = h2;
		let d = h3;
		let e = h4;
		let f = h5;
		let g = h6;
		let h = h7;
		for (let n = 0; n < 64; n++) {
			const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
			const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (k[n] as number) + (w[n] as number)) | 0;
			const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
			const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
			h = g;
			g = f;
			f = e;
			e = (d + t1) | 0;
			d = c;
			c = b;
			b = a;
			a = (t1 + t2) | 0;
		}
		h0 = (h0 + a) | 0;
		h1 = (h1 + b) | 0;
		h2 = (h2 + c) | 0;
		h3 = (h3 + d) | 0;
		h4 = (h4 + e) | 0;
		h5 = (h5 + f) | 0;
		h6 = (h6 + g) | 0;
		h7 = (h7 + h) | 0;
	}
	return [h0, h1, h2, h3, h4, h5, h6, h7];
}
