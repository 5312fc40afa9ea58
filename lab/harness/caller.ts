interface CallOptions {
	key?: string | undefined;
	body?: unknown;
	headers?: Record<string, string>;
}

/** A service at an address, with methods to call its API. */
export abstract class Caller {
	abstract get origin(): string;
	abstract get operatorToken(): string;

	/** The key of requests that name none. */
	get defaultKey(): string {
		return "";
	}

	protected fetch(url: string, init: RequestInit): Promise<Response> {
		return fetch(url, init);
	}

	async call(method: string, path: string, { key, body, headers }: CallOptions = {}) {
		const response = await this.fetch(this.origin + path, {
			method,
			headers: {
				Authorization: `Bearer ${key ?? this.defaultKey}`,
				...(body === undefined ? {} : { "Content-Type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
		return { status: response.status, headers: response.headers, body: (await response.json()) as any };
	}

	operate = (method: string, path: string, body?: unknown) =>
		this.call(method, path, { key: this.operatorToken, body });

	/** The key has a very high limit, so that only the tenant's limit matters. */
	async newKey(plan = "empire"): Promise<string> {
		const tenant = await this.operate("POST", "/admin/tenants", { name: "Drill", plan, email: "drill@example.com" });
		const { body } = await this.operate("POST", `/admin/tenants/${tenant.body.id}/api_keys`, {
			name: "Drill",
			rate_limit_tier: "custom",
			rate_limit_per_minute: 100_000,
			scopes: [
				"read:clients",
				"write:clients",
				"read:events",
				"read:webhook_endpoints",
				"write:webhook_endpoints",
				"read:deliveries",
				"read:audit_log",
			],
		});
		return body.key;
	}

	/** Reads all records of a list, page by page. */
	async all(path: string, key = this.defaultKey) {
		// biome-ignore lint/suspicious/noExplicitAny: records of every list
		const records: any[] = [];
		let cursor = "";
		do {
			const query = `${path.includes("?") ? "&" : "?"}limit=100${cursor && `&cursor=${cursor}`}`;
			const { body } = await this.call("GET", `${path}${query}`, { key });
			records.push(...body.data);
			cursor = body.next_cursor ?? "";
		} while (cursor);
		return records;
	}
}
