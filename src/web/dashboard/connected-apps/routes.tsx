import { connectionsOf, disconnect, nameOfApp } from "../../../domain/access/oauth-apps/connections.ts";
import { lastUses } from "../components/last-uses.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { Area } from "../frame/area.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { ConnectedApps, path } from "./page.tsx";

export const connectedAppPages = new Area("owner");

const perPage = 50;

connectedAppPages.page(path, {}, async (visit) => {
	const after = visit.c.req.query("after");
	const [found, uses] = await Promise.all([
		connectionsOf(visit.ctx, visit.studio.id, { after, take: perPage + 1 }),
		lastUses(visit),
	]);
	const { shown, next } = nextPageOf(visit, found, perPage);
	return { title: "Connected apps", body: <ConnectedApps visit={visit} connections={shown} uses={uses} next={next} /> };
});

connectedAppPages.form(
	`${path}/:id/disconnect`,
	{ id: "oauth_grant" },
	{
		kind: "delete",
		show: async (visit, { id }, again) => {
			const name = await nameOfApp(visit.ctx, id);
			return confirmationPage({
				question: `Disconnect ${name}?`,
				text: (
					<p>
						The app loses access to {visit.studio.name} at once. Webhooks that it created stay until you delete them.
					</p>
				),
				verb: "Disconnect",
				action: visit.to(`${path}/${id}/disconnect`),
				back: { href: visit.to(path), text: "Connected apps" },
				again,
			});
		},
		operation:
			(_visit, _typed, { id }) =>
			(ctx) =>
				disconnect(ctx, id),
		afterSubmit: (visit) => visit.to(path, { done: "disconnected" }),
	},
);
