import { replayDelivery } from "../../../domain/events/deliveries/operations.ts";
import { readDelivery } from "../../../domain/events/deliveries/shown.ts";
import { Area } from "../frame/area.ts";
import { DeliveryPage } from "./page.tsx";
import { path } from "./table.tsx";

export const deliveryPages = new Area("owner");

const kinds = { id: "delivery" } as const;

deliveryPages.page(`${path}/:id`, kinds, async (visit, { id }) => {
	const of = await readDelivery(visit.ctx, id);
	return { title: `Delivery of ${of.delivery.event_type}`, body: <DeliveryPage visit={visit} of={of} /> };
});

deliveryPages.form(`${path}/:id/replay`, kinds, {
	kind: "change",
	operation:
		(_visit, _typed, { id }) =>
		(ctx) =>
			replayDelivery(ctx, id),
	afterSubmit: (visit, { id }) => visit.to(`${path}/${id}`, { done: "replayed" }),
});
