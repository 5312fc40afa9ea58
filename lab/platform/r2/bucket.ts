import type { Network } from "../network.ts";
import type { Time } from "../time.ts";
import { checksumsOf, type GivenChecksums, givenChecksum } from "./checksums.ts";
import { type Conditions, hold, parsed } from "./conditions.ts";
import { type Action, refusal } from "./errors.ts";
import { type ListOptions, listed } from "./list.ts";
import { customMetadata, type HttpMetadata, httpMetadata } from "./metadata.ts";
import { GetResult, HeadResult, type Stored } from "./objects.ts";
import { rangeOf } from "./ranges.ts";
import { givenValue, type Value } from "./values.ts";

interface GetOptions {
	onlyIf?: Conditions | Headers;
	range?: Parameters<typeof rangeOf>[0];
}

interface PutOptions extends GivenChecksums {
	onlyIf?: Conditions | Headers;
	httpMetadata?: HttpMetadata | Headers;
	customMetadata?: Record<string, unknown>;
}

const mostKeyBytes = 1024;
const mostKeysToDelete = 1000;
/** 5 GiB less 5 MiB. */
const mostBytes = 5_363_466_240;

/** The objects of a bucket, in memory. Each of them is stored as a whole or not at all. */
export class BucketInMemory {
	private readonly time: Time;
	private readonly objects = new Map<string, Stored>();
	private versions = 0;

	constructor(time: Time) {
		this.time = time;
	}

	find = (key: string): Stored | undefined => this.objects.get(key);

	all = (): Iterable<Stored> => this.objects.values();

	store(given: Omit<Stored, "version" | "uploadedAt">): Stored {
		const version = (++this.versions).toString(16).padStart(32, "0");
		const stored = { ...given, version, uploadedAt: this.time.now() };
		this.objects.set(given.key, stored);
		return stored;
	}

	remove = (key: string): void => void this.objects.delete(key);

	reset(): void {
		this.objects.clear();
	}
}

/** The part of `R2Bucket` that the service and its tests use. */
export class R2 {
	private readonly bucket: BucketInMemory;
	private readonly binding: string;
	private readonly network: Network;

	constructor(bucket: BucketInMemory, binding: string, network: Network) {
		this.bucket = bucket;
		this.binding = binding;
		this.network = network;
	}

	async head(name: string): Promise<HeadResult | null> {
		const key = text(name);
		return await this.call(() => {
			const stored = this.bucket.find(checked("head", key));
			return stored ? new HeadResult(stored, { offset: 0, length: stored.bytes.length }) : null;
		});
	}

	/** Without its bytes if the conditions do not hold. */
	async get(name: string, { onlyIf, range }: GetOptions = {}): Promise<GetResult | HeadResult | null> {
		const key = text(name);
		const conditions = parsed(onlyIf ?? {});
		const asked = rangeOf(range);
		return await this.call(() => {
			const stored = this.bucket.find(checked("get", key));
			if (!stored) return null;
			const size = stored.bytes.length;
			return hold(conditions, stored)
				? new GetResult(stored, asked(size))
				: new HeadResult(stored, { offset: 0, length: size });
		});
	}

	/** Null if the conditions do not hold. They are looked at when all bytes have arrived. */
	async put(name: string, given: unknown, options: PutOptions = {}): Promise<HeadResult | null> {
		const key = text(name);
		const value = givenValue(given);
		const conditions = parsed(options.onlyIf ?? {});
		const checksum = givenChecksum(options);
		const metadata = httpMetadata(options.httpMetadata);
		return await this.call(async () => {
			checked("put", key);
			const custom = customMetadata(options.customMetadata);
			const bytes = await bytesOf(value);
			const checksums = checksumsOf(bytes, checksum);
			if (!hold(conditions, this.bucket.find(key))) return null;
			const etag = checksums.get("md5") as string;
			const stored = { key, bytes, etag, checksums, httpMetadata: metadata, customMetadata: custom };
			return new HeadResult(this.bucket.store(stored));
		});
	}

	async delete(names: string | string[]): Promise<void> {
		const keys = Array.isArray(names) ? names.map(text) : [text(names)];
		await this.call(() => {
			if (keys.length > mostKeysToDelete) throw refusal("delete", "TooManyKeys");
			for (const key of keys) checked("delete", key);
			for (const key of keys) this.bucket.remove(key);
		});
	}

	list = async (options: ListOptions = {}): Promise<ReturnType<typeof listed>> =>
		await this.call(() => listed(this.bucket.all(), options));

	private call = <T>(work: () => T | Promise<T>): Promise<T> =>
		this.network.call({ kind: "bucket", name: this.binding }, work);
}

const text = (name: unknown): string => String(name).toWellFormed();

function checked(action: Action, key: string): string {
	if (Buffer.byteLength(key) > mostKeyBytes) throw refusal(action, "InvalidObjectName");
	return key;
}

async function bytesOf({ size, read }: Value): Promise<Uint8Array> {
	if (size > mostBytes) throw refusal("put", "EntityTooLarge");
	return await read();
}
