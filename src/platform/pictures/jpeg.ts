import type { ByteReader } from "./byte-reader.ts";
import { Compactor } from "./compactor.ts";
import { endOfScan, nextSegment } from "./jpeg-segments.ts";
import { exifOf, orientationIn, swapsSides } from "./orientation.ts";
import { damaged, unsupported } from "./picture-fault.ts";
import { type StrippedPicture, turned } from "./stripped-picture.ts";

const eoi = 0xd9;
const sos = 0xda;
const [app0, app1, app2, app14] = [0xe0, 0xe1, 0xe2, 0xee];
/** Baseline, extended and progressive. */
const frames = [0xc0, 0xc1, 0xc2];
/** Lossless, hierarchical and arithmetic. */
const otherFrames = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
/** DHT, DAC, DQT, DNL and DRI: without them nobody can decode the picture. */
const tables = [0xc4, 0xcc, 0xdb, 0xdc, 0xdd];
const isApplications = (code: number): boolean => code >= 0xe0 && code <= 0xef;
const comment = 0xfe;

const exifName = "Exif\0\0";

/**
 * A JPEG is a row of segments up to EOI. Those that decode the picture stay, and of the application's segments those that
 * say how it looks. `at` is the position of a marker's code, after its 0xff and before the size of its segment.
 */
export function readJpeg(reader: ByteReader): StrippedPicture {
	const { bytes } = reader;
	const kept = new Compactor(bytes);
	let sides: { width: number; height: number } | undefined;
	let orientation: number | undefined;
	let hasData = false;
	kept.keep(0, 2);
	let at = nextSegment(bytes, 2);
	while (bytes[at] !== eoi) {
		reader.countPart();
		const code = reader.u8(at);
		const size = reader.u16(at + 1);
		if (size < 2) throw damaged("a segment of it is shorter than its own header");
		const end = reader.end(at + 1, size);
		const next = nextSegment(bytes, end);

		if (code === sos) {
			if (!sides) throw damaged("its data begins before its size is known");
			hasData = true;
			kept.keep(at - 1, endOfScan(bytes, next));
		} else if (frames.includes(code)) {
			if (sides || size < 11) throw damaged("its frame is not as it should be");
			sides = { width: reader.u16(at + 6), height: reader.u16(at + 4) };
			kept.keep(at - 1, end);
		} else if (tables.includes(code)) {
			kept.keep(at - 1, end);
		} else if (isApplications(code)) {
			if (code === app1 && !hasData && orientation === undefined && reader.says(exifName, at + 3)) {
				orientation = orientationIn(reader, at + 3 + exifName.length, end);
				if (orientation !== 1) kept.put(exifSegment(orientation));
			}
			// A decoder reads these before the data alone.
			const length = hasData ? 0 : shownLength(reader, code, at, size);
			if (length > 0) kept.keep(at - 1, at + 1 + length);
		} else if (otherFrames.includes(code)) {
			throw unsupported("The JPEG is neither baseline nor progressive, so browsers do not show it.");
		} else if (code !== comment) {
			throw damaged("it has a segment of an unknown kind");
		}
		at = next;
	}
	if (!sides || !hasData) throw damaged("it has no data");
	kept.keep(at - 1, at + 1);
	return turned({ ...sides, length: kept.finish() }, swapsSides(orientation ?? 1));
}

/**
 * The length of the part of an application's segment that says how the picture looks: of JFIF without its thumbnail, of
 * an ICC profile and of Adobe's transformation of colours. It is 0 for all others.
 */
function shownLength(reader: ByteReader, code: number, at: number, size: number): number {
	if (code === app2 && reader.says("ICC_PROFILE\0", at + 3)) return size;
	if (code === app0 && size >= 16 && reader.says("JFIF\0", at + 3)) {
		reader.setU16(at + 15, 0);
		return shortened(reader, at, 16);
	}
	if (code === app14 && size >= 14 && reader.says("Adobe", at + 3)) return shortened(reader, at, 14);
	return 0;
}

function shortened(reader: ByteReader, at: number, size: number): number {
	reader.setU16(at + 1, size);
	return size;
}

function exifSegment(orientation: number): Uint8Array {
	const exif = exifOf(orientation);
	const name = Array.from(exifName, (letter) => letter.charCodeAt(0));
	return Uint8Array.of(0xff, app1, 0, 2 + name.length + exif.length, ...name, ...exif);
}
