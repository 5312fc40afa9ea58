import { env } from "cloudflare:workers";
import { sendDueMails } from "../../src/domain/mail/outbox/outbox.ts";
import { inTenant, type LocalCaller } from "../../src/platform/context.ts";
import { type Answer, call, newAddress, send } from "./api.ts";
import { rows } from "./database.ts";
import { databaseOf, localIn } from "./local.ts";
import type { MailService } from "./mail-service.ts";
import { hiddenFields, post } from "./oauth.ts";
import { newEventType, newStudio, type Studio } from "./studio.ts";
import { operate } from "./world.ts";

export interface BookableStudio extends Studio {
	artistSlug: string;
	typeSlug: string;
	/** The address of the event type's page. */
	path: string;
}

/** The artist works every day from 10:00 to 18:00 in Berlin, unless a zone is given. */
export async function newBookableStudio(
	given: { artist?: object; type?: Record<string, unknown> } = {},
): Promise<BookableStudio> {
	const studio = await newStudio({ artist: given.artist ?? {}, type: { slug: "tattoo", ...given.type } });
	const { body } = await call(200, `/v1/artists/${studio.artistId}`, { key: studio.key });
	const typeSlug = String(given.type?.slug ?? "tattoo");
	return { ...studio, artistSlug: body.slug, typeSlug, path: `/${body.slug}/book/${typeSlug}` };
}

export async function withEventType(studio: BookableStudio, type: Record<string, unknown>): Promise<BookableStudio> {
	const slug = `t-${crypto.randomUUID()}`;
	const typeId = await newEventType(studio.id, studio.artistId, { slug, ...type });
	const typeSlug = String(type.slug ?? slug);
	return { ...studio, typeId, typeSlug, path: `/${studio.artistSlug}/book/${typeSlug}` };
}

export const patchType = (studio: BookableStudio, body: object): Promise<Answer> =>
	operate(200, `/admin/event_types/${studio.typeId}`, { method: "PATCH", body });

type Form = Record<string, string> | [string, string][];

export const contact = (given: Record<string, string> = {}) => ({
	name: "Ana Lima",
	email: `${crypto.randomUUID()}@example.com`,
	...given,
});

export class Visitor {
	private readonly cookies = new Map<string, string>();
	readonly address: string;

	private readonly more: Record<string, string>;

	/** `more`: headers of each request. */
	constructor(address = newAddress(), more: Record<string, string> = {}) {
		this.address = address;
		this.more = more;
	}

	async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
		return this.keep(await send(path, { from: this.address, headers: { ...this.headers, ...headers } }));
	}

	async post(path: string, form: Form = {}, headers: Record<string, string> = {}): Promise<Answer> {
		const options = { from: this.address, headers: { ...this.headers, Origin: "https://api.test", ...headers } };
		return this.keep(await post(path, form, options));
	}

	/** The body is no plain form. */
	async postBytes(path: string, raw: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Answer> {
		const options = { from: this.address, headers: { ...this.headers, Origin: "https://api.test", ...headers } };
		return this.keep(await send(path, { ...options, method: "POST", raw }));
	}

	hold = ({ path }: BookableStudio, start: string): Promise<Answer> => this.post(`${path}/hold`, { start_at: start });

	/** The form has the hidden fields of its page. */
	details = (
		{ path }: BookableStudio,
		start: string,
		form: Record<string, string> | [string, string][],
	): Promise<Answer> =>
		this.post(`${path}/details`, [
			["start_at", start],
			["form_id", crypto.randomUUID().replaceAll("-", "").slice(0, 22)],
			...(Array.isArray(form) ? form : Object.entries(form)),
		]);

	/** Holds a time and books it. */
	async book(studio: BookableStudio, start: string, form: Record<string, string> = contact()): Promise<Answer> {
		await this.hold(studio, start);
		return await this.details(studio, start, form);
	}

	private get headers(): Record<string, string> {
		const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		return { Accept: "text/html", ...this.more, ...(Cookie ? { Cookie } : {}) };
	}

	private keep(answer: Answer): Answer {
		for (const set of answer.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
			this.cookies.set(name, value);
		}
		return answer;
	}
}

export { hiddenFields };

/** The values of the buttons for the times. */
export const offered = ({ text }: Answer, name = "start_at"): string[] =>
	[...text.matchAll(new RegExp(`<button[^>]*name="${name}" value="([^"]+)"`, "g"))].map(([, value = ""]) => value);

export const holdsOf = (tenantId: string) => rows("SELECT * FROM holds WHERE tenant_id = ?", tenantId);
export const appointmentsOf = (tenantId: string) =>
	rows("SELECT * FROM appointments WHERE tenant_id = ? ORDER BY id", tenantId);

export const waitingMails = async (tenantId: string) =>
	(await rows("SELECT * FROM mails WHERE tenant_id = ? ORDER BY id", tenantId)) as { id: string; kind: string }[];

/** The outbox of the tenant's database is worked off. */
export async function sendWaiting(tenantId: string): Promise<void> {
	const { caller, writer } = localIn(await databaseOf(tenantId));
	await sendDueMails(env, caller, writer, "data");
}

/** The requests send their mails after the answer, so this also sends what is left. */
export async function mailsTo(service: MailService, tenantId: string, email: string) {
	await sendWaiting(tenantId);
	for (let n = 0; n < 100 && (await waitingMails(tenantId)).length > 0; n++)
		await new Promise((resolve) => setTimeout(resolve, 10));
	// A row is deleted after its mail is sent, and a mail that is being sent may not have arrived yet.
	await new Promise((resolve) => setTimeout(resolve, 20));
	return service.sent.filter(({ to }) => (to.email ?? to) === email);
}

/** The path of the manage link in a mail. */
export const linkIn = ({ text }: { text: string }): string => {
	const [, path] = /https:\/\/api\.test(\/manage\/\w+)/.exec(text) ?? [];
	if (!path) throw new Error(`no link: ${text}`);
	return path;
};

export const calendarIn = ({ attachments }: { attachments?: { content: ArrayBuffer }[] }): string =>
	new TextDecoder().decode(attachments?.[0]?.content);

/** Returns the path of the manage link in the confirmation mail. */
export async function bookedLink(
	service: MailService,
	place: BookableStudio,
	start: string,
	email = `${crypto.randomUUID()}@example.com`,
	visitor = new Visitor(),
	name = "Ana Lima",
): Promise<string> {
	const { status, text } = await visitor.book(place, start, contact({ name, email }));
	if (status !== 303) throw new Error(text);
	const [confirmation] = (await mailsTo(service, place.id, email)).slice(-1);
	return linkIn(confirmation);
}

/** The service as an operation of the studio sees it. */
export async function studioCtx(tenantId: string) {
	const { caller, writer } = localIn(await databaseOf(tenantId));
	return { ctx: await inTenant(caller as LocalCaller, tenantId), writer };
}
