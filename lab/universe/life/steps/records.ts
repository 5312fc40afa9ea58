import type { Kept, Resource, Studio } from "../studio.ts";
import { looseOf } from "./merges.ts";
import { studioStep, whileBusy } from "./step.ts";

const hourMs = 3_600_000;

async function create(studio: Studio, resource: Resource, body: object, event: string): Promise<void> {
	const answer = await studio.change("POST", `/v1/${resource}`, body);
	const { status } = answer;
	studio.world.expect("a record is created", status === 201, () => `${resource}: ${JSON.stringify(answer.body)}`);
	if (status !== 201) return;
	studio.keep(resource, answer.body);
	studio.expectEvent(event, answer.body.id);
}

async function patch(studio: Studio, resource: Resource, kept: Kept, body: object): Promise<void> {
	const answer = await studio.change("PATCH", `/v1/${resource}/${kept.id}`, body);
	const { status } = answer;
	studio.world.expect("a record is changed", status === 200, () => `${resource}: ${JSON.stringify(answer.body)}`);
	if (status === 200) kept.body = answer.body;
}

export const createClient = studioStep(10, async ({ studio, draw }) => {
	const email = `${draw.seed()}@example.com`;
	await create(
		studio,
		"clients",
		{ email, first_name: draw.of(["Ana", "Bo", "Çağla", "Dörte"]), tags: ["new"] },
		"client.created",
	);
});

export const patchClient = studioStep(8, async ({ studio, draw }) => {
	const kept = draw.any(studio.free("clients"));
	if (!kept) return;
	await whileBusy(kept, async () => {
		await patch(studio, "clients", kept, { notes: `n${draw.seed()}`, phone: `+49 ${draw.below(1e9)}` });
		studio.expectEvent("client.updated", kept.id);
	});
});

/** Two programs change one record at the same time. None of the two changes is lost without a word. */
export const raceOfPatches = studioStep(3, async ({ studio, draw, world }) => {
	const kept = draw.any(studio.free("clients"));
	if (!kept) return;
	await whileBusy(kept, async () => {
		const now = await studio.read(`/v1/clients/${kept.id}`);
		const etag = now.headers.get("ETag") ?? "";
		const answers = await Promise.all(
			["a", "b", "c"].map((name) =>
				studio.change("PATCH", `/v1/clients/${kept.id}`, { notes: `${name}${draw.seed()}` }, { "If-Match": etag }),
			),
		);
		const won = answers.filter(({ status }) => status === 200);
		const lost = answers.filter(({ status }) => status === 412);
		const isDecided = won.length === 1 && lost.length === answers.length - 1;
		world.expect("one If-Match wins", isDecided, () => `${kept.id}: ${answers.map(({ status }) => status)}`);
		for (const { body } of won) {
			kept.body = body;
			studio.expectEvent("client.updated", kept.id);
		}
	});
});

/** The scheduled appointments of a client that begin in more than an hour, of which no other step knows now. */
const appointmentsAhead = (studio: Studio, clientId: string): Kept[] =>
	studio
		.ofClient("appointments", clientId)
		.filter(({ busy, gone, body }) => !busy && !gone && body.status === "SCHEDULED")
		.filter(({ body }) => Date.parse(body.start_at) > studio.world.simulation.now() + hourMs);

export const deleteClient = studioStep(1, async ({ studio, draw, world }) => {
	const kept = draw.any(studio.free("clients"));
	if (!kept || studio.records.clients.size < 4) return;
	const ahead = appointmentsAhead(studio, kept.id);
	for (const appointment of ahead) appointment.busy = true;
	await whileBusy(kept, async () => {
		const { status, body } = await studio.change("DELETE", `/v1/clients/${kept.id}`);
		world.expect("a client is deleted", status === 200, () => JSON.stringify(body));
		if (status !== 200) return;
		kept.gone = true;
		studio.expectEvent("client.deleted", kept.id);
		looseOf(studio, kept.id);
		// The appointments that lie ahead are cancelled with the client (contract: Clients 6).
		for (const { id } of ahead) {
			const { body } = await studio.read(`/v1/appointments/${id}`);
			world.expect("nobody is booked for a deleted client", body.status === "CANCELLED", () => JSON.stringify(body));
		}
		for (const appointment of studio.ofClient("appointments", kept.id))
			if (Date.parse(appointment.body.start_at) > world.simulation.now()) appointment.body.status = "CANCELLED";
		for (const idea of studio.ofClient("ideas", kept.id)) idea.gone = true;
	});
	for (const appointment of ahead) appointment.busy = false;
});

export const mergeClients = studioStep(1, async ({ studio, draw, world }) => {
	const target = draw.any(studio.free("clients"));
	const source = draw.any(studio.free("clients").filter((one) => one !== target));
	if (!target || !source) return;
	await whileBusy(target, () =>
		whileBusy(source, async () => {
			const path = `/v1/clients/${target.id}/merge`;
			const { status, body } = await studio.change("POST", path, { source_id: source.id });
			world.expect("clients are merged", status === 200, () => JSON.stringify(body));
			if (status !== 200) return;
			source.gone = true;
			studio.mergedAway.add(source.id);
			target.body = body;
			target.loose = true;
			looseOf(studio, source.id, target);
			studio.expectEvent("client.merged", target.id);
		}),
	);
});

export const createLead = studioStep(5, async ({ studio, draw }) => {
	await create(studio, "leads", { first_name: "Lea", email: `${draw.seed()}@example.com` }, "lead.created");
});

export const moveLead = studioStep(4, async ({ studio, draw }) => {
	const kept = draw.any(studio.free("leads"));
	if (!kept) return;
	const stage = draw.of(["NEW", "CONTACTED", "QUALIFIED", "LOST"]);
	await whileBusy(kept, async () => {
		const before = kept.body.stage;
		await patch(studio, "leads", kept, { stage });
		if (before !== stage) studio.expectEvent("lead.stage_changed", kept.id);
	});
});

export const createIdea = studioStep(4, async ({ studio, draw }) => {
	const client = draw.any(studio.free("clients"));
	if (!client) return;
	await whileBusy(client, () =>
		create(studio, "ideas", { client_id: client.id, subject: `Koi ${draw.below(1000)}` }, "idea.created"),
	);
});

const includes = (body: Record<string, unknown>, part: Record<string, unknown>): boolean =>
	Object.entries(part).every(([name, value]) =>
		typeof value === "object"
			? includes(body[name] as Record<string, unknown>, value as Record<string, unknown>)
			: body[name] === value,
	);

/** Programs change different fields of one record at the same moment. No accepted change undoes another. */
export const raceOfFields = studioStep(4, async ({ studio, draw, world }) => {
	const [resource, event, name] = draw.of([
		["clients", "client.updated", "instagram_handle"],
		// A lead has events of its stages alone.
		["leads", null, "message"],
	] as const);
	const kept = draw.any(studio.free(resource));
	if (!kept) return;
	const path = `/v1/${resource}/${kept.id}`;
	await whileBusy(kept, async () => {
		// The entries of the metadata are fields of their own, too.
		const changes: Record<string, string | Record<string, string>>[] = [
			{ phone: `+49 ${draw.below(1e9)}` },
			{ [name]: `i${draw.below(1e9)}` },
			{ metadata: { one: `${draw.below(1e9)}` } },
			{ metadata: { two: `${draw.below(1e9)}` } },
		];
		const answers = await Promise.all(changes.map((change) => studio.change("PATCH", path, change)));
		const taken = changes.filter((_, n) => answers[n]?.status === 200);
		for (const { status, body } of answers)
			world.expect("a change is taken or in conflict", status === 200 || status === 409, () => JSON.stringify(body));
		if (event) for (const _ of taken) studio.expectEvent(event, kept.id);
		const { status, body } = await studio.read(path);
		const isWhole = taken.every((change) => includes(body, change));
		world.expect(
			"no accepted change undoes another",
			status === 200 && isWhole,
			() => `${kept.id}: ${JSON.stringify(taken)}`,
		);
		if (status === 200) kept.body = body;
	});
});

/** A program without keys. An answer that says that nothing was changed tells the truth. */
export const withoutKey = studioStep(3, async ({ studio, draw, world }) => {
	for (let n = draw.between(1, 6); n > 0; n--) {
		const email = `unkeyed-${draw.seed()}@example.com`;
		const body = { email, first_name: "Uwe" };
		const call = { method: "POST", path: "/v1/clients", key: studio.presentKey, body };
		const answer = await studio.caller.send(call);
		if (!answer) continue;
		const found = await studio.read(`/v1/clients?email=${email}`);
		const count = (found.body.data ?? []).length;
		const isMade = answer.status === 201;
		const isCertain = isMade || answer.status < 500 || (answer.status === 503 && answer.headers.has("Retry-After"));
		if (isMade) studio.expectEvent("client.created", answer.body.id);
		const isTrue = !isCertain || count === (isMade ? 1 : 0);
		world.expect(
			"an answer tells whether a change was made",
			isTrue,
			() => `${email}: ${answer.status}, ${count} found`,
		);
	}
});
