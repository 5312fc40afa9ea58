import { Hono } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AnyChange } from "../../../platform/commit/change.ts";
import { countDashboard } from "../../../platform/gate/rate-limit.ts";
import type { AppContext, AppEnv } from "../../../platform/http/request/app-env.ts";
import { gateRequestOf, note } from "../../../platform/http/request/app-env.ts";
import { toProblem } from "../../../platform/http/request/respond.ts";
import { type IdKind, idPattern } from "../../../platform/lib/ids.ts";
import { notFound, Problem } from "../../../platform/problems/problem.ts";
import type { FormState, FormValues } from "../../ui/components/fields.tsx";
import { Note, Title } from "../../ui/components/parts.tsx";
import { readPageFormValues, requireSameOrigin } from "../../ui/form.tsx";
import { page } from "../../ui/respond.tsx";
import { executeForm, type FormKind, FormRefusal } from "../forms/execute-form.ts";
import { dayIn } from "../parts/local-time.tsx";
import { Failure, WaysOn } from "./failure.tsx";
import { DashboardFrame } from "./frame.tsx";
import type { Audience } from "./navigation.ts";
import type { Studio } from "./studios.ts";
import { type Denial, type SignedInPerson, type Visit, visitOf } from "./visit.ts";

export interface Content {
	title: string;
	body: JSX.Element;
	status?: number;
	/** The origins whose pictures the page shows. */
	images?: string[];
}

/** The ids in the path, by their names. */
type Ids = Record<string, string>;

type Show = (visit: Visit, ids: Ids) => Promise<Content | Response> | Content | Response;

interface Form<T> {
	kind: FormKind;
	/** The answer shows a secret. */
	secret?: boolean;
	/** The page with the form, at the form's own address. After a refusal `again` has the values and the faults. */
	show?: (visit: Visit, ids: Ids, again?: FormState) => Promise<Content> | Content;
	/** Returns the operation for the typed values. It may throw a `FormRefusal`. */
	operation(visit: Visit, values: FormValues, ids: Ids): (ctx: Visit["ctx"]) => Promise<AnyChange<T>> | AnyChange<T>;
	/** The address of the next page, or a page that only this answer may show, such as a new secret. */
	afterSubmit(visit: Visit, result: T, ids: Ids): string | Promise<Content> | Content;
}

/** A form that only looks something up for what was typed. It changes nothing, so nothing of it is stored. */
interface Check {
	show: Required<Form<never>>["show"];
	/** May throw a `FormRefusal`. */
	check(visit: Visit, values: FormValues, ids: Ids): Promise<Content>;
}

/** A form with files. */
interface Upload {
	show: Required<Form<never>>["show"];
	/** Reads the body, stores the files and returns the address of the next page. May throw a `FormRefusal`. */
	take(visit: Visit, ids: Ids): Promise<string>;
}

/** A page or a form of an area. */
interface Address {
	method: "GET" | "POST";
	path: string;
	/** The kinds of the ids in the path, by their names. */
	kinds: Record<string, IdKind>;
	/** Only for forms that change something. */
	formKind?: FormKind;
}

/** The pages of one area of the dashboard. Each request is checked for its session, studio and role. */
export class Area {
	readonly routes = new Hono<AppEnv>();
	readonly addresses: Address[] = [];
	readonly audience: Audience;

	constructor(audience: Audience) {
		this.audience = audience;
	}

	/** Adds a file for download. */
	file(path: string, show: (visit: Visit) => Response): this {
		return this.page(path, {}, show, "file");
	}

	/** Adds a page. */
	page(path: string, kinds: Record<string, IdKind>, show: Show, counted: "page" | "file" = "page"): this {
		this.addresses.push({ method: "GET", path, kinds });
		this.routes.get(path, (c) =>
			this.answer(c, kinds, counted, async (visit, ids) => {
				const content = await show(visit, ids);
				return content instanceof Response ? content : await respond(visit, content);
			}),
		);
		return this;
	}

	/** Adds a form. It is sent to the address of its page. */
	form<T>(
		path: string,
		kinds: Record<string, IdKind>,
		{ kind, secret, show, operation: decide, afterSubmit }: Form<T>,
	): this {
		if (show) this.page(path, kinds, (visit, ids) => show(visit, ids));
		this.addresses.push({ method: "POST", path, kinds, formKind: kind });
		this.submit(path, kinds, show, async (visit, values, ids) => {
			const result = await executeForm(visit, kind, values, decide(visit, values, ids), secret);
			return await afterSubmit(visit, result, ids);
		});
		return this;
	}

	/** Adds a form that changes nothing. It is sent to the address of its page. */
	check(path: string, kinds: Record<string, IdKind>, { show, check }: Check): this {
		this.page(path, kinds, (visit, ids) => show(visit, ids));
		this.addresses.push({ method: "POST", path, kinds });
		this.submit(path, kinds, show, check);
		return this;
	}

	/** Adds a form with files. The service reads them only after it knows that the person may send them. */
	upload(path: string, kinds: Record<string, IdKind>, { show, take }: Upload): this {
		this.page(path, kinds, (visit, ids) => show(visit, ids));
		this.addresses.push({ method: "POST", path, kinds, formKind: "create" });
		this.routes.post(path, async (c) => {
			requireSameOrigin(c);
			return await this.answer(c, kinds, "page", (visit, ids) => answerForm(visit, ids, show, () => take(visit, ids)));
		});
		return this;
	}

	private submit(
		path: string,
		kinds: Record<string, IdKind>,
		show: Form<never>["show"],
		respondTo: (visit: Visit, values: FormValues, ids: Ids) => Promise<Content | string>,
	): void {
		this.routes.post(path, async (c) => {
			const values = await readPageFormValues(c);
			return await this.answer(c, kinds, "page", (visit, ids) =>
				answerForm(visit, ids, show, () => respondTo(visit, values, ids), values),
			);
		});
	}

	private async answer(
		c: AppContext,
		kinds: Record<string, IdKind>,
		counted: "page" | "file",
		answer: (visit: Visit, ids: Ids) => Promise<Response>,
	): Promise<Response> {
		const visit = await visitOf(c, this.audience);
		if (visit instanceof Response) return visit;
		if ("refused" in visit) return await respondDenied(c, visit.refused, visit.person);
		try {
			// The studio is known to be the person's, so nobody can use up what another studio may ask.
			await countDashboard(gateRequestOf(c), visit.studio, counted);
			return await answer(visit, idsOf(c, kinds));
		} catch (error) {
			return await respondFailed(visit, toProblem(c, error));
		}
	}
}

/** Leads to the next page, or shows the form again if it is refused. */
async function answerForm(
	visit: Visit,
	ids: Ids,
	show: Form<never>["show"],
	act: () => Promise<Content | string>,
	values: FormValues = {},
): Promise<Response> {
	try {
		const next = await act();
		return typeof next === "string" ? visit.c.redirect(next, 303) : await respond(visit, next);
	} catch (error) {
		if (!(error instanceof FormRefusal)) throw error;
		const again = { values, faults: error.faults, extra: error.extra, status: error.status };
		const content = (show && (await pageAgain(show, visit, ids, again))) ?? refusalContent(error);
		return await respond(visit, { status: error.status, ...content });
	}
}

/** Shows the form again; undefined if somebody else has just deleted its record. */
async function pageAgain(
	show: Required<Form<unknown>>["show"],
	visit: Visit,
	ids: Ids,
	{ status, ...again }: FormState & { status: number },
) {
	try {
		return await show(visit, ids, again);
	} catch (error) {
		if (error instanceof Problem && error.status === 404 && status === 409) return undefined;
		throw error;
	}
}

/** The ids in the path. A malformed id is not found. */
function idsOf(c: AppContext, kinds: Record<string, IdKind>): Ids {
	const ids = c.req.param() as Ids;
	for (const [name, kind] of Object.entries(kinds))
		if (!idPattern(kind).test(ids[name] ?? "")) throw notFound(kind.replaceAll("_", " "));
	return ids;
}

function respond({ c, user, studios, studio, nonce }: Visit, { title, body, status = 200, images = [] }: Content) {
	const frame = { title, user, studios, studio, nonce, path: c.req.path };
	return page(c, <DashboardFrame {...frame}>{body}</DashboardFrame>, {
		status: status as ContentfulStatusCode,
		images,
		nonce,
	});
}

const refusalContent = ({ message, status }: FormRefusal): Content => ({
	title: "This cannot be done",
	status,
	body: (
		<>
			<Title text="This cannot be done" />
			<div class="alarm" role="alert">
				{message}
			</div>
			<p>Nothing has been changed. Go back, check the record, and try again.</p>
		</>
	),
});

function respondFailed(visit: Visit, { code, status, message, headers }: Problem): Promise<Response> | Response {
	note(visit.c, { code });
	for (const [name, value] of Object.entries(headers)) visit.c.header(name, value);
	const [title, text] =
		status === 404
			? ["Not found", notFoundText]
			: status === 429
				? ["Too much at once", `${message} ${nothingDone}`]
				: ["Something went wrong", message];
	const ways = status === 404 && <WaysOn visit={visit} />;
	const body = (
		<Failure title={title} text={text} requestId={visit.ctx.requestId}>
			{ways}
		</Failure>
	);
	return respond(visit, { title, status, body });
}

const nothingDone = "Nothing has been changed. If you sent a form, go back and send it again then.";

const notFoundText =
	"This studio does not have this record. It may have been deleted, or it belongs to another studio.";

const denialTexts: Record<Exclude<Denial, "studio being deleted">, { title: string; text: string }> = {
	"no studio": {
		title: "You are not a member of a studio",
		text: "Ask the owner of a studio to invite you. The invitation comes by mail.",
	},
	"unknown studio": {
		title: "Not found",
		text: "You are not a member of this studio. Choose one of your studios in the menu.",
	},
	"not allowed": {
		title: "Only owners may open this page",
		text: "Your role in this studio is Staff. Ask an owner to do this, or to make you an owner.",
	},
};

const textsOfDeletion = (studios: Studio[]) => ({
	title: studios.length > 1 ? "Your studios are being deleted" : "Your studio is being deleted",
	text: [
		...studios.map(
			({ name, timezone, deleteAt }) =>
				`${name} is being deleted. Nobody can open it, its integrations are stopped, and all its data will be removed on ${dayIn(timezone, deleteAt ?? 0)}.`,
		),
		"Until then the operator of the service can bring it back as it was. If this is a mistake, tell the operator.",
	].join(" "),
});

function respondDenied(c: AppContext, why: Denial, person: SignedInPerson): Promise<Response> | Response {
	const { user, studios, beingDeleted } = person;
	const { title, text } = why === "studio being deleted" ? textsOfDeletion(beingDeleted) : denialTexts[why];
	const status = why === "not allowed" ? 403 : 404;
	const studio = studios.find(({ id }) => id === c.req.query("studio"));
	const frame = { title, user, studios, studio, path: c.req.path };
	return page(
		c,
		<DashboardFrame {...frame}>
			<Failure title={title} text={text} requestId={c.get("requestId")} />
		</DashboardFrame>,
		{ status },
	);
}

/** The message about the last form, at the top of the next page. */
export const DoneNote = ({ visit, words }: { visit: Visit; words: Record<string, string> }) => {
	const done = visit.c.req.query("done");
	const text = done === undefined || !Object.hasOwn(words, done) ? undefined : words[done];
	return text === undefined ? null : <Note tone="good">{text}</Note>;
};
