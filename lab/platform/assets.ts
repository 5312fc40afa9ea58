import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";

const types: Record<string, string> = {
	".css": "text/css; charset=utf-8",
	".gz": "application/gzip",
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json",
	".md": "text/markdown; charset=utf-8",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
	".yaml": "text/yaml",
};

export class AssetsInMemory {
	private readonly folder: string;

	constructor(folder: string) {
		this.folder = folder;
	}

	async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
		const request = new Request(input, init);
		const path = join(this.folder, normalize(decodeURIComponent(new URL(request.url).pathname)));
		if (!path.startsWith(this.folder) || !statSync(path, { throwIfNoEntry: false })?.isFile())
			return new Response(null, { status: 404 });
		if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
		const content = readFileSync(path);
		const etag = `"${createHash("md5").update(content).digest("hex")}"`;
		const headers = {
			"Content-Type": types[extname(path)] ?? "application/octet-stream",
			ETag: etag,
			"Cache-Control": "public, max-age=0, must-revalidate",
		};
		if (request.headers.get("If-None-Match")?.replace("W/", "") === etag)
			return new Response(null, { status: 304, headers });
		return new Response(request.method === "HEAD" ? null : content, { headers });
	}
}
