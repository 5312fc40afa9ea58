import { randomBytes } from "node:crypto";
import { newAddress } from "./studio.ts";

interface Page {
	status: number;
	/** The times that the page offers. */
	offered: string[];
}

/** A visitor of the booking page, with their own cookies and address. */
export class Visitor {
	private cookie = "";
	private readonly address = newAddress();
	private readonly origin: string;

	constructor(origin: string) {
		this.origin = origin;
	}

	hold = (page: string, start: string): Promise<Page> => this.post(`${page}/hold`, { start_at: start });

	/** Sends the form with the details, with the hidden fields of its page. */
	confirm = (page: string, start: string, email: string): Promise<Page> =>
		this.post(`${page}/details`, {
			start_at: start,
			form_id: randomBytes(11).toString("hex"),
			name: "Ana Lima",
			email,
		});

	private async post(path: string, form: Record<string, string>): Promise<Page> {
		const response = await fetch(this.origin + path, {
			method: "POST",
			redirect: "manual",
			headers: {
				Accept: "text/html",
				Origin: this.origin,
				"CF-Connecting-IP": this.address,
				...(this.cookie ? { Cookie: this.cookie } : {}),
			},
			body: new URLSearchParams(form),
		});
		this.cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? this.cookie;
		const html = await response.text();
		const offered = [...html.matchAll(/<button[^>]*name="(?:start_at|instead)" value="([^"]+)"/g)].map(
			([, at = ""]) => at,
		);
		return { status: response.status, offered };
	}
}
