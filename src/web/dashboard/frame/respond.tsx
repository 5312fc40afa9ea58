import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Studio } from "../../../domain/access/people/studios.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { note } from "../../../platform/http/request/app-env.ts";
import type { Problem } from "../../../platform/problems/problem.ts";
import { Title } from "../../ui/components/elements.tsx";
import { page } from "../../ui/respond.tsx";
import { dayIn } from "../components/local-time.tsx";
import type { FormRefusal } from "../forms/execute-form.ts";
import type { Content } from "./declarations.ts";
import { Failure, WaysOn } from "./failure.tsx";
import { DashboardFrame } from "./frame.tsx";
import type { Denial, SignedInPerson, Visit } from "./visit.ts";

export function respond(
	{ c, user, studios, studio, nonce }: Visit,
	{ title, body, status = 200, images = [] }: Content,
) {
	const frame = { title, user, studios, studio, nonce, path: c.req.path };
	return page(c, <DashboardFrame {...frame}>{body}</DashboardFrame>, {
		status: status as ContentfulStatusCode,
		images,
		nonce,
	});
}

const cannotBeDone = "This cannot be done";

export const refusalContent = ({ message, status }: FormRefusal): Content => ({
	title: cannotBeDone,
	status,
	body: (
		<>
			<Title text={cannotBeDone} />
			<div class="alarm" role="alert">
				{message}
			</div>
			<p>Nothing has been changed. Go back, check the record, and try again.</p>
		</>
	),
});

export function respondFailed(visit: Visit, { code, status, message, headers }: Problem): Promise<Response> | Response {
	note(visit.c, { code });
	for (const [name, value] of Object.entries(headers)) visit.c.header(name, value);
	const [title, text] =
		status === 404
			? ["Not found", notFoundText]
			: status === 409
				? [cannotBeDone, message]
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

export function respondDenied(c: AppContext, why: Denial, person: SignedInPerson): Promise<Response> | Response {
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
