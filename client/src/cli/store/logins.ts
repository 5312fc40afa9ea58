import { join } from "node:path";
import { configFolder } from "./paths.ts";
import { readPrivate, writePrivate } from "./private-file.ts";

export interface Login {
	client_id: string;
	access_token: string;
	refresh_token: string;
	/** Milliseconds since 1970. */
	expires_at: number;
	scope: string;
	tenant_id: string;
	tenant_name: string;
}

interface Content {
	/** The address of the service of the last login. */
	current?: string | undefined;
	logins: Record<string, Login>;
}

export class Logins {
	readonly path: string;

	constructor(env: NodeJS.ProcessEnv) {
		this.path = join(configFolder(env), "logins.json");
	}

	get current(): string | undefined {
		return this.#read().current;
	}

	at(baseUrl: string): Login | undefined {
		const { logins } = this.#read();
		return Object.hasOwn(logins, baseUrl) ? logins[baseUrl] : undefined;
	}

	save(baseUrl: string, login: Login, { current = false } = {}): void {
		const before = this.#read();
		writePrivate(this.path, {
			current: current ? baseUrl : before.current,
			logins: { ...before.logins, [baseUrl]: login },
		} satisfies Content);
	}

	forget(baseUrl: string): void {
		const { current, logins } = this.#read();
		const { [baseUrl]: _, ...others } = logins;
		const left = Object.keys(others);
		writePrivate(this.path, {
			current: current !== undefined && left.includes(current) ? current : left[0],
			logins: others,
		} satisfies Content);
	}

	#read = (): Content => ({ logins: {}, ...readPrivate<Partial<Content>>(this.path) });
}
