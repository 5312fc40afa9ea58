import { formIn } from "../../harness/html-form.ts";
import type { World } from "./world.ts";

const origin = "https://api.example.com";

interface Page {
	status: number;
	location: URL | undefined;
	html: string;
	url: URL;
}

/** A person's browser: it keeps cookies, fills in forms, and tries again when no answer comes. */
export class Browser {
	private readonly world: World;
	private readonly address: string;
	private cookie = "";

	constructor(world: World, address: string) {
		this.world = world;
		this.address = address;
	}

	get = (url: URL): Promise<Page> => this.visit(url, {});

	/** Fills in the first form of a page. */
	async send(page: Page, values: Record<string, string>): Promise<Page> {
		const form = formIn(page.html);
		if (!form)
			throw this.world.finding("a page has its form", `${page.url}: ${page.status} ${page.html.slice(0, 300)}`);
		const url = new URL(form.action, page.url);
		return await this.visit(url, { method: "POST", body: new URLSearchParams({ ...form.hidden, ...values }) });
	}

	private async visit(url: URL, init: RequestInit): Promise<Page> {
		const { world } = this;
		for (let tries = 0; tries < 100; tries++) {
			const headers = {
				Accept: "text/html",
				"CF-Connecting-IP": this.address,
				Cookie: this.cookie,
				...(init.method ? { Origin: origin, "Sec-Fetch-Site": "same-origin" } : {}),
			};
			world.requests++;
			const answer = await world.cloud.fetch(new Request(url, { ...init, headers })).catch(() => undefined);
			if (answer)
				world.expectHealth({ ...answer, body: answer.text.slice(0, 300) }, `${init.method ?? "GET"} ${url.pathname}`);
			if (answer && answer.status < 500 && answer.status !== 429) {
				this.cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? this.cookie;
				const location = answer.headers.get("Location");
				return {
					status: answer.status,
					location: location ? new URL(location, url) : undefined,
					html: answer.text,
					url,
				};
			}
			await world.simulation.wait(15_000);
		}
		throw world.finding("a page is answered", String(url));
	}
}
