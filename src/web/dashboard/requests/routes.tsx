import { knownCredentials, namesOfActors } from "../../../domain/access/audit-log/actors.ts";
import { listRequests } from "../../../domain/access/requests/operations.ts";
import { requestFilters } from "../../../domain/access/requests/schema.ts";
import { idPattern } from "../../../platform/lib/ids.ts";
import { Area } from "../frame/area.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { queryText } from "../lists/query.ts";
import { path } from "./components.tsx";
import { Requests } from "./list-page.tsx";
import { RequestPage } from "./request-page.tsx";
import { traceOf } from "./trace.ts";

export const requestPages = new Area("owner");

const perPage = 50;

requestPages.page(path, {}, async (visit) => {
	const { data } = requestFilters.safeParse({ ...visit.c.req.query(), created_since: undefined });
	const status = queryText(visit, "status");
	const page = { after: visit.c.req.query("after"), take: perPage + 1 };
	const [found, credentials] = await Promise.all([
		listRequests(visit.ctx, data ?? {}, page),
		knownCredentials(visit.ctx),
	]);
	const { shown, next } = nextPageOf(visit, found, perPage);
	const names = new Map(credentials.map(({ id, name }) => [id, name]));
	const unknown = shown.map(({ credential }) => credential).filter(({ id }) => !names.has(id));
	for (const [id, name] of await namesOfActors(visit.ctx, unknown)) names.set(id, name);
	const filter = { credential_id: data?.credential_id, status: data && status, operation_id: data?.operation_id };
	return {
		title: "Requests",
		body: (
			<Requests visit={visit} credentials={credentials} names={names} filter={filter} next={next} requests={shown} />
		),
	};
});

/** Redirects to the page of the request. */
requestPages.page(`${path}/find`, {}, (visit) => {
	const id = queryText(visit, "id") ?? "";
	return visit.c.redirect(visit.to(idPattern("request").test(id) ? `${path}/${id}` : path), 303);
});

requestPages.page(`${path}/:id`, { id: "request" }, async (visit, { id }) => {
	const trace = await traceOf(visit, id);
	const title = trace.logged ? `${trace.logged.method} ${trace.logged.path}` : `Request ${id}`;
	return { title, body: <RequestPage visit={visit} trace={trace} /> };
});
