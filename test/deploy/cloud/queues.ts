import { randomUUID } from "node:crypto";
import { failure, page, result } from "./answers.ts";
import type { Asked, Routes } from "./cloud.ts";
import type { Consumer, Queue } from "./resources.ts";

const dayS = 86_400;

const inQueue = (run: (queue: Queue, asked: Asked) => Response | Promise<Response>) => (asked: Asked) => {
	const queue = asked.cloud.queues.find(({ queue_id }) => queue_id === asked.parts.id);
	return queue ? run(queue, asked) : failure(404, 11000, "Queue does not exist");
};

interface Settings {
	queue_name?: string;
	settings?: { message_retention_period?: number };
}

export const queueRoutes: Routes = {
	"GET /queues": ({ cloud, query }) => {
		const names = query.getAll("name");
		return page(
			cloud.queues.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name)),
			query,
			100,
		);
	},
	"POST /queues": async ({ cloud, request }) => {
		const { queue_name = "", settings } = (await request.json()) as Settings;
		if (cloud.queues.some((queue) => queue.queue_name === queue_name))
			return failure(409, 11009, "Queue name already taken");
		const message_retention_period = settings?.message_retention_period ?? (cloud.isFree ? dayS : 4 * dayS);
		if (cloud.isFree && message_retention_period > dayS)
			return failure(400, 100128, "message_retention_period must be at most 86400 on the free plan");
		const made = {
			queue_id: randomUUID().replaceAll("-", ""),
			queue_name,
			settings: { message_retention_period },
			consumers: [],
		};
		cloud.queues.push(made);
		return result(made);
	},
	"PATCH /queues/:id": inQueue(async (queue, { request }) => {
		const { settings } = (await request.json()) as Settings;
		Object.assign(queue.settings, settings);
		return result(queue);
	}),
	"GET /queues/:id/consumers": inQueue((queue) => result(queue.consumers)),
	"POST /queues/:id/consumers": inQueue(async (queue, { request }) => {
		const body = (await request.json()) as Consumer & { script_name: string };
		if (queue.consumers.length > 0) return failure(409, 11004, "The queue has a consumer already");
		const made = { ...body, script: body.script_name, consumer_id: randomUUID().replaceAll("-", "") };
		queue.consumers.push(made);
		return result(made);
	}),
	"PUT /queues/:id/consumers/:consumer": inQueue(async (queue, { request, parts }) => {
		const at = queue.consumers.findIndex(({ consumer_id }) => consumer_id === parts.consumer);
		const before = queue.consumers[at];
		if (!before) return failure(404, 11001, "No such consumer");
		const after = { ...before, ...((await request.json()) as Consumer) };
		queue.consumers[at] = after;
		return result(after);
	}),
};
