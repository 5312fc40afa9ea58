import { Hono } from "hono";
import { countDashboard } from "../../../platform/gate/rate-limit.ts";
import type { AppContext, AppEnv } from "../../../platform/http/request/app-env.ts";
import { gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { toProblem } from "../../../platform/http/request/respond.ts";
import { idPattern } from "../../../platform/lib/ids.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { readPageFormValues, requireSameOrigin } from "../../ui/form.tsx";
import { executeForm, type FormKind } from "../forms/execute-form.ts";
import { answerForm } from "./answer-form.ts";
import type { Check, Content, Counted, Form, IdKinds, Ids, Show, Upload } from "./declarations.ts";
import type { Audience } from "./navigation.ts";
import { respond, respondDenied, respondFailed } from "./respond.tsx";
import { type Visit, visitOf } from "./visit.ts";

interface Address {
	method: "GET" | "POST";
	path: string;
	kinds: IdKinds;
	counted: Counted;
	/** Only for forms that change something. */
	formKind?: FormKind;
}

export class Area {
	readonly routes = new Hono<AppEnv>();
	readonly addresses: Address[] = [];
	readonly audience: Audience;

	constructor(audience: Audience) {
		this.audience = audience;
	}

	file(path: string, show: (visit: Visit) => Response): this {
		return this.page(path, {}, show, "file");
	}

	page<const Kinds extends IdKinds>(path: string, kinds: Kinds, show: Show<Kinds>, counted: Counted = "page"): this {
		this.addresses.push({ method: "GET", path, kinds, counted });
		this.routes.get(path, (c) =>
			this.answer(c, kinds, counted, async (visit, ids) => {
				const content = await show(visit, ids);
				return content instanceof Response ? content : await respond(visit, content);
			}),
		);
		return this;
	}

	/** The form is sent to the address of its page. */
	form<T, const Kinds extends IdKinds>(
		path: string,
		kinds: Kinds,
		{ kind, secret, counted = "page", show, operation: decide, afterSubmit }: Form<T, Kinds>,
	): this {
		if (show) this.page(path, kinds, (visit, ids) => show(visit, ids), counted);
		this.addresses.push({ method: "POST", path, kinds, counted, formKind: kind });
		this.submit(path, kinds, { show, counted }, async (visit, values, ids) => {
			const result = await executeForm(visit, kind, values, decide(visit, values, ids), secret);
			return await afterSubmit(visit, result, ids);
		});
		return this;
	}

	/** The form changes nothing. It is sent to the address of its page. */
	check<const Kinds extends IdKinds>(path: string, kinds: Kinds, { show, check }: Check<Kinds>): this {
		this.page(path, kinds, (visit, ids) => show(visit, ids));
		this.addresses.push({ method: "POST", path, kinds, counted: "page" });
		this.submit(path, kinds, { show, counted: "page" }, check);
		return this;
	}

	/** The service reads the files only after it knows that the person may send them. */
	upload<const Kinds extends IdKinds>(path: string, kinds: Kinds, { show, take }: Upload<Kinds>): this {
		this.page(path, kinds, (visit, ids) => show(visit, ids));
		this.addresses.push({ method: "POST", path, kinds, counted: "page", formKind: "create" });
		this.routes.post(path, async (c) => {
			requireSameOrigin(c);
			return await this.answer(c, kinds, "page", (visit, ids) => answerForm(visit, ids, show, () => take(visit, ids)));
		});
		return this;
	}

	private submit<Kinds extends IdKinds>(
		path: string,
		kinds: Kinds,
		{ show, counted }: { show: Form<never, Kinds>["show"]; counted: Counted },
		respondTo: (visit: Visit, values: FormValues, ids: Ids<Kinds>) => Promise<Content | string>,
	): void {
		this.routes.post(path, async (c) => {
			const values = await readPageFormValues(c);
			return await this.answer(c, kinds, counted, (visit, ids) =>
				answerForm(visit, ids, show, () => respondTo(visit, values, ids), values),
			);
		});
	}

	private async answer<Kinds extends IdKinds>(
		c: AppContext,
		kinds: Kinds,
		counted: Counted,
		answer: (visit: Visit, ids: Ids<Kinds>) => Promise<Response>,
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

/** A malformed id is not found. */
function idsOf<Kinds extends IdKinds>(c: AppContext, kinds: Kinds): Ids<Kinds> {
	const ids = c.req.param() as Record<string, string>;
	for (const [name, kind] of Object.entries(kinds))
		if (!idPattern(kind).test(ids[name] ?? "")) throw notFound(kind.replaceAll("_", " "));
	return ids as Ids<Kinds>;
}
