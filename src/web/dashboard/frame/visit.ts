import { getCookie, setCookie } from "hono/cookie";
import { openStudios, type Studio, studiosOfSession } from "../../../domain/access/people/studios.ts";
import type { Ctx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import type { RequestReads } from "../../../platform/gate/requests/request-reads.ts";
import { type AppContext, callerOf, note, requestsOf } from "../../../platform/http/request/app-env.ts";
import { randomBase62 } from "../../../platform/lib/secrets/crypto.ts";
import { isLoopback } from "../../../platform/lib/url/loopback.ts";
import { signInPath } from "../../sign-in/continuation.ts";
import { cookieHash, signedInUser, type User } from "../../sign-in/sessions.ts";
import type { Audience } from "./navigation.ts";

/** The page belongs to one of the person's studios. */
export interface Visit {
	c: AppContext;
	user: User;
	/** All studios of the person that can be opened. */
	studios: Studio[];
	/** The studio of the page. The address names it. */
	studio: Studio;
	/** The context for operations of the person in the studio. */
	ctx: Ctx & { requests: RequestReads };
	/** The security policy allows scripts with this nonce. */
	nonce: string;
	/** Adds the studio to an address of the dashboard. */
	to(path: string, query?: Record<string, string | undefined>): string;
}

/** The reason why somebody cannot open a page. */
export type Denial = "no studio" | "studio being deleted" | "unknown studio" | "not allowed";

/** A signed-in person, before the studio of the page is known. */
export interface SignedInPerson {
	user: User;
	studios: Studio[];
	/** The studios of the person that are being deleted. */
	beingDeleted: Studio[];
}

/** One call to the control database finds both. */
async function findSignedInPerson(c: AppContext): Promise<SignedInPerson | undefined> {
	const hash = cookieHash(c);
	if (hash === undefined) return undefined;
	const [user, studios] = await together(
		{ control: c.get("databases").control.db },
		({ control }) => signedInUser(c, control),
		({ control }) => studiosOfSession(control, hash, c.get("now")),
	);
	const beingDeleted = studios.filter(({ deleteAt }) => deleteAt !== null);
	return user && { user, studios: openStudios(studios), beingDeleted };
}

/** Or a redirect to the sign-in or to the default studio, or the reason for a refusal. */
export async function visitOf(
	c: AppContext,
	audience: Audience,
): Promise<Visit | Response | { refused: Denial; person: SignedInPerson }> {
	const person = await findSignedInPerson(c);
	const { pathname, search } = new URL(c.req.url);
	if (!person) return c.redirect(signInPath(c.req.method === "GET" ? pathname + search : pathname), 303);
	const asked = c.req.query("studio");
	if (asked === undefined) {
		const studio = defaultStudio(c, person.studios);
		if (!studio) return { refused: person.beingDeleted.length > 0 ? "studio being deleted" : "no studio", person };
		if (c.req.method !== "GET") return { refused: "unknown studio", person };
		return c.redirect(`${studioAddress(studio.id, pathname)}${search.replace("?", "&")}`, 303);
	}
	const studio = person.studios.find(({ id }) => id === asked);
	if (!studio) {
		const beingDeleted = person.beingDeleted.filter(({ id }) => id === asked);
		if (beingDeleted.length > 0) return { refused: "studio being deleted", person: { ...person, beingDeleted } };
		return { refused: "unknown studio", person };
	}
	if (audience === "owner" && studio.role !== "OWNER") return { refused: "not allowed", person };
	return startVisit(c, person, studio);
}

export const newNonce = (): string => randomBase62(22);

function startVisit(c: AppContext, { user, studios }: SignedInPerson, studio: Studio): Visit {
	const databases = c.get("databases");
	databases.addPlacement({ ...studio, beingDeleted: false });
	note(c, { tenantId: studio.id, credentialId: user.id });
	rememberStudio(c, studio.id);
	return {
		c,
		user,
		studios,
		studio,
		ctx: {
			...callerOf(c, { type: "user", id: user.id }),
			tenantId: studio.id,
			db: databases.data(studio.database).db,
			requests: requestsOf(c, studio),
		},
		nonce: newNonce(),
		to: (path, query) => studioAddress(studio.id, path, query),
	};
}

/** Adds the id of the studio. */
export function studioAddress(studioId: string, path: string, query: Record<string, string | undefined> = {}): string {
	const search = new URLSearchParams({ studio: studioId });
	for (const [name, value] of Object.entries(query))
		if (value !== undefined && value !== "" && name !== "studio") search.append(name, value);
	return `${path}?${search}`;
}

const cookie = "studio";

/** The cookie only chooses the default studio. Each request checks the membership. */
function rememberStudio(c: AppContext, id: string): void {
	if (getCookie(c, cookie) === id) return;
	const { protocol, hostname } = new URL(c.req.url);
	const secure = !(protocol === "http:" && isLoopback(hostname));
	setCookie(c, cookie, id, { httpOnly: true, secure, sameSite: "Lax", path: "/dashboard", maxAge: 31_536_000 });
}

export const defaultStudio = (c: AppContext, studios: Studio[]): Studio | undefined =>
	studios.find(({ id }) => id === getCookie(c, cookie)) ?? studios[0];
