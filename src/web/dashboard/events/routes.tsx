import { namesOfActors } from "../../../domain/access/audit-log/actors.ts";
import { publicEventTypes } from "../../../domain/events/catalogue/event-types.ts";
import { endpointsOfEvent } from "../../../domain/events/deliveries/deliveries-of-event.ts";
import { readDeliveriesOfEvent } from "../../../domain/events/deliveries/listed.ts";
import { findEvent, listEvents } from "../../../domain/events/feed/operations.ts";
import { together } from "../../../platform/db/together.ts";
import { Area } from "../frame/area.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { queryChoice, queryTime } from "../lists/query.ts";
import { EventPage, Events, maxChecked, path } from "./page.tsx";

export const eventPages = new Area("owner");

const perPage = 50;
const maxDeliveries = 100;

eventPages.page(path, {}, async (visit) => {
	const type = queryChoice(visit, "type", publicEventTypes);
	const page = { after: visit.c.req.query("after"), take: perPage + 1 };
	const found = await listEvents(visit.ctx, { type, created_since: queryTime(visit, "since") }, page);
	const { shown, next } = nextPageOf(visit, found, perPage);
	const names = await namesOfActors(
		visit.ctx,
		shown.map(({ actor }) => actor),
	);
	return { title: "Events", body: <Events visit={visit} events={shown} names={names} type={type} next={next} /> };
});

eventPages.page(`${path}/:id`, { id: "event" }, async (visit, { id }) => {
	const { ctx } = visit;
	const [event, found, endpoints] = await together(
		ctx,
		(ctx) => findEvent(ctx, id),
		(ctx) => readDeliveriesOfEvent(ctx, id, maxDeliveries),
		(ctx) => endpointsOfEvent(ctx, id, { after: undefined, take: maxChecked + 1 }),
	);
	const names = await namesOfActors(visit.ctx, [{ type: event.actorType, id: event.actorId }]);
	const body = <EventPage visit={visit} event={event} names={names} endpoints={endpoints} deliveries={found} />;
	return { title: event.type, body };
});
