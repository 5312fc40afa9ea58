import type { Network } from "./network.ts";

/** A step of the way to the result. */
interface Transform {
	width?: number;
	height?: number;
	fit?: "scale-down" | "contain" | "cover" | "crop" | "pad" | "squeeze";
	rotate?: number;
}

interface OutputOptions {
	format?: string;
	quality?: number;
}

const formats = { "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp", "image/avif": "avif" } as const;
const typeOf: Record<string, string> = {
	jpeg: "image/jpeg",
	png: "image/png",
	webp: "image/webp",
	gif: "image/gif",
	heif: "image/avif",
	svg: "image/svg+xml",
};

/** How sharp calls each way to fit a picture into a frame. */
const fits = {
	"scale-down": { fit: "inside", withoutEnlargement: true },
	contain: { fit: "inside" },
	cover: { fit: "cover" },
	crop: { fit: "cover", withoutEnlargement: true },
	pad: { fit: "contain" },
	squeeze: { fit: "fill" },
} as const;

class ImagesError extends Error {
	readonly code: number;

	constructor(code: number, message: string) {
		super(message);
		this.code = code;
	}
}

const transformError = (code: number, message: string) =>
	new ImagesError(code, `IMAGES_TRANSFORM_ERROR ${code}: ${message}`);

/** Local development has it, unless it cannot be installed there. */
async function loadSharp(): Promise<typeof import("sharp")["default"]> {
	try {
		return (await import("sharp")).default;
	} catch {
		throw transformError(9523, "The Sharp library is not available, check your version of Node is compatible");
	}
}

type Source = ReadableStream<Uint8Array> | Uint8Array;

const bytesOf = async (source: Source): Promise<Uint8Array> => await new Response(source as BodyInit).bytes();

/** The part of `ImagesBinding` that the service uses, done by sharp as in local development. */
export class ImagesInMemory {
	private readonly binding: string;
	private readonly network: Network;

	constructor(binding: string, network: Network) {
		this.binding = binding;
		this.network = network;
	}

	/** The size of a picture is that before its orientation. */
	info = async (source: Source): Promise<object> =>
		await this.call(async () => {
			const bytes = await bytesOf(source);
			const sharp = await loadSharp();
			const { format, width, height } = await failingAsImages(async () => await sharp(bytes).metadata());
			const type = typeOf[format];
			if (!type) throw transformError(9520, `ERROR: Unsupported image type ${format}`);
			return format === "svg" ? { format: type } : { format: type, fileSize: bytes.length, width, height };
		});

	input = (source: Source): Transformer => new Transformer(source, this.call);

	private call = <T>(work: () => Promise<T>): Promise<T> =>
		this.network.call({ kind: "images", name: this.binding }, work);
}

class Transformer {
	private readonly source: Source;
	private readonly call: <T>(work: () => Promise<T>) => Promise<T>;
	private readonly transforms: Transform[] = [];
	private isUsed = false;

	constructor(source: Source, call: <T>(work: () => Promise<T>) => Promise<T>) {
		this.source = source;
		this.call = call;
	}

	transform(transform: Transform): this {
		this.transforms.push(transform);
		return this;
	}

	async output({ format = "", quality }: OutputOptions): Promise<Result> {
		if (this.isUsed)
			throw transformError(9525, "ImageTransformer consumed; you may only call .output() or draw a transformer once");
		this.isUsed = true;
		return await this.call(async () => {
			const bytes = await bytesOf(this.source);
			if (format === "image/gif") throw transformError(9520, "ERROR: GIF output is not supported in local mode");
			const sharp = await loadSharp();
			return await failingAsImages(async () => {
				const picture = sharp(bytes, { autoOrient: true });
				for (const { rotate, width, height, fit = "scale-down" } of this.transforms) {
					if (rotate !== undefined) picture.rotate(rotate);
					if (width !== undefined || height !== undefined) picture.resize(width ?? null, height ?? null, fits[fit]);
				}
				const isKnown = Object.hasOwn(formats, format);
				if (isKnown) picture.toFormat(formats[format as keyof typeof formats], quality ? { quality } : {});
				return new Result(isKnown ? format : "image/jpeg", Uint8Array.from(await picture.toBuffer()));
			});
		});
	}
}

async function failingAsImages<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw new ImagesError(9523, `Unexpected error response 500: ${error}`);
	}
}

class Result {
	private readonly type: string;
	private readonly stream: ReadableStream<Uint8Array>;

	constructor(type: string, bytes: Uint8Array) {
		this.type = type;
		this.stream = new ReadableStream<Uint8Array>({
			start(controller) {
				controller.enqueue(bytes);
				controller.close();
			},
		});
	}

	contentType = (): string => this.type;

	/** Its length is not known, and it is read once. */
	image = (): ReadableStream<Uint8Array> => this.stream;

	response({ headers }: { headers?: HeadersInit } = {}): Response {
		const all = new Headers(headers);
		all.set("Content-Type", this.type);
		return new Response(this.stream, { headers: all });
	}
}
