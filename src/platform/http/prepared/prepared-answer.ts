import { createHash } from "node:crypto";
import { notModified } from "../request/respond.ts";
import { entityTagsIn, matchesTag } from "../versions/entity-tags.ts";
import { acceptedBy, type Coding, codingFor, compressed } from "./content-coding.ts";

/** The answer in one content coding. Each has a tag of its own (RFC 9110 8.8.3.3). */
interface Representation {
	body: Uint8Array<ArrayBuffer>;
	etag: string;
	headers: Headers;
}

const utf8 = new TextEncoder();

/** About the memory of a representation without its body. */
const headerBytes = 2000;

/** An answer that many requests get. It is compressed when the first caller accepts that, and the tag is computed once. */
export class PreparedAnswer {
	/** The pattern of its route, for the log. */
	readonly route: string;
	bytes = 0;
	private readonly headers: Record<string, string>;
	private readonly plain: Representation;
	private readonly compressed = new Map<Coding, Representation>();

	constructor(text: string, headers: Record<string, string>, route: string) {
		this.route = route;
		const varies = headers.Vary === undefined ? "Accept-Encoding" : `${headers.Vary}, Accept-Encoding`;
		this.headers = { ...headers, Vary: varies };
		const body = new Uint8Array(utf8.encode(text));
		const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
		this.plain = this.represent(body, hash);
	}

	answer(request: Request): Response {
		const { body, etag, headers } = this.representationFor(codingFor(acceptedBy(request)));
		// A malformed header counts as no condition: this is no operation of the API, and a cache may have sent it.
		const { tags } = entityTagsIn("If-None-Match", request.headers.get("If-None-Match") ?? undefined);
		if (tags && matchesTag(tags, etag)) return this.notModified(headers);
		return new Response(request.method === "HEAD" ? null : body, { headers, encodeBody: "manual" });
	}

	private notModified(headers: Headers): Response {
		const answer = new Response(null, { status: notModified, headers });
		for (const name of ["Content-Type", "Content-Encoding"]) answer.headers.delete(name);
		return answer;
	}

	private representationFor(coding: Coding | undefined): Representation {
		if (coding === undefined) return this.plain;
		const known = this.compressed.get(coding);
		if (known) return known;
		const made = this.represent(
			compressed(this.plain.body, coding),
			`${this.plain.etag.slice(1, -1)}-${coding}`,
			coding,
		);
		this.compressed.set(coding, made);
		return made;
	}

	private represent(body: Uint8Array<ArrayBuffer>, tag: string, coding?: Coding): Representation {
		this.bytes += body.byteLength + headerBytes;
		const etag = `"${tag}"`;
		const headers = new Headers({ ...this.headers, ETag: etag });
		if (coding) headers.set("Content-Encoding", coding);
		return { body, etag, headers };
	}
}
