// Keeps the clients of a studio and the contacts of a CRM the same, in both directions. Call `sync` every minute.
// - Nothing is doubled. A contact has the id of its client in a field of its own, and a client that came from the CRM
//   has the id of its contact in its metadata. After a crash the next run finds the other half by one of the two.
// - Nothing is lost. A position moves on when its changes are done, so a run after a crash repeats some of them. Each
//   step compares both records as they are now, so a repetition does no harm.
// - If both sides changed a record, each field takes the value of the side that changed it, or else that of the studio.
//   The version of what was read goes with each write, so that no change in between is overwritten.
// - A record is deleted because the other side says that it was deleted, never because it cannot be found. The deletion
//   of a client also cancels the appointments that lie ahead.
import { ApiError, type Client, DuplicateEmailError, EventsExpiredError } from "tattoo-studio";
import { areSame, type Contact, type Fields, fieldsOf, isThere, merge, type Sides } from "./crm.ts";

export async function sync(sides: Sides): Promise<void> {
	const { crm, memory } = sides;
	const sequence = await memory.get<number>("sequence");
	await (sequence === undefined ? readAll(sides) : follow(sides, sequence));
	for await (const { mark, id } of crm.changes((await memory.get<number>("mark")) ?? 0)) {
		await attempt(sides, id, () => fromCrm(sides, id));
		await memory.set("mark", mark);
	}
}

async function follow(sides: Sides, after_sequence: number): Promise<void> {
	const { studio, memory } = sides;
	const types = ["client.created", "client.updated", "client.merged", "client.deleted"] as const;
	try {
		for await (const page of studio.events.list({ after_sequence, type: types, limit: 100 }).pages()) {
			for (const { type, data } of page.data) {
				if (type === "client.merged") await deleteContact(sides, data.sourceClientId, data.sourceClient.metadata);
				if (type === "client.deleted") await deleteContact(sides, data.clientId, data.metadata);
			}
			for (const id of new Set(page.data.map(({ data }) => data.clientId)))
				await attempt(sides, id, () => settle(sides, id));
			if (page.data.length > 0) await memory.set("time", page.data.at(-1)?.created_at);
			await memory.set("sequence", page.next_after_sequence);
		}
	} catch (error) {
		if (!(error instanceof EventsExpiredError)) throw error;
		await readAll(sides);
	}
}

/** Reads the lists: all of them the first time, and what has changed since the last run if the feed no longer has it. */
async function readAll(sides: Sides): Promise<void> {
	const { studio, memory } = sides;
	const [newest] = (await studio.events.list({ limit: 1 })).data;
	const time = await memory.get<string>("time");
	// A change can become visible up to a minute after its time.
	const updated_since = time === undefined ? time : new Date(Date.parse(time) - 60_000);
	const changes = { sort: "updated_at", updated_since, limit: 100 } as const;
	for await (const client of studio.clients.list(changes))
		await attempt(sides, client.id, () => settle(sides, client.id, client));
	for await (const { resource_id } of studio.deletions.list({ ...changes, type: "client" }))
		await deleteContact(sides, resource_id);
	await memory.set("time", newest?.created_at);
	await memory.set("sequence", newest?.sequence ?? 0);
}

/** Makes a client and its contact the same. */
async function settle(sides: Sides, id: string, listed?: Client): Promise<void> {
	const { studio, crm, memory } = sides;
	let client: Client & { etag?: string | null } = listed ?? (await studio.clients.get(id));
	const contact = await contactOf(sides, client);
	if (contact.isDeleted) return;
	const known = (await memory.get<Fields[]>(id)) ?? (await memory.get<Fields[]>(contact.id)) ?? [];
	const { wanted, decided } = merge(client, contact, known);
	await memory.set(id, decided);
	if (!areSame(client, wanted)) {
		if (!client.etag) return settle(sides, id);
		client = await studio.clients.update(id, wanted, { ifMatch: client.etag });
	}
	const isLinked = contact.clientId === id && areSame(contact, client);
	if (!isLinked && !(await crm.update(contact, { ...fieldsOf(client), clientId: id }))) return settle(sides, id);
	await memory.set(id, [fieldsOf(client)]);
}

async function contactOf({ crm, memory }: Sides, client: Client): Promise<Contact> {
	const found = (await crm.ofClient(client.id)) ?? (await crm.unlinked(client.metadata.crm_contact, client.email));
	if (found) return found;
	await memory.set(client.id, [fieldsOf(client)]);
	return crm.create({ ...fieldsOf(client), clientId: client.id });
}

async function fromCrm(sides: Sides, id: string, after = ""): Promise<void> {
	const { studio, crm, memory } = sides;
	const contact = await crm.get(id);
	if (contact?.clientId && contact.isDeleted) await studio.clients.delete(contact.clientId);
	else if (contact?.clientId) await settle(sides, contact.clientId);
	if (!contact || contact.isDeleted || contact.clientId) return;
	await memory.set(id, [fieldsOf(contact)]);
	try {
		const body = { ...fieldsOf(contact), metadata: { crm_contact: id } };
		const made = await studio.clients.create(body, { idempotencyKey: `contact-${id}-${contact.version}${after}` });
		await settle(sides, made.id);
	} catch (error) {
		if (!(error instanceof DuplicateEmailError)) throw error;
		if (!(await isThere(settle(sides, error.existingId)))) return fromCrm(sides, id, `-${error.existingId}`);
		// Another contact has this email, too, and has the client.
		if (!(await crm.get(id))?.clientId) throw error;
	}
}

async function deleteContact({ crm, memory }: Sides, clientId: string, { crm_contact = "" } = {}): Promise<void> {
	// The contact that the client came from may not have been linked yet.
	const contact = (await crm.ofClient(clientId)) ?? (await crm.get(crm_contact));
	if (contact && !contact.isDeleted && (contact.clientId ?? clientId) === clientId) await crm.delete(contact.id);
	await memory.set(clientId, undefined);
}

/** Repeats what somebody overtook. Reports a refusal: the others go on. The deletion of a client is told by itself. */
async function attempt(sides: Sides, id: string, step: () => Promise<void>): Promise<void> {
	try {
		await step();
	} catch (error) {
		if (!(error instanceof ApiError) || ![400, 404, 409, 412, 422].includes(error.status)) throw error;
		if (error.status === 412) return attempt(sides, id, step);
		if (error.status !== 404) sides.onRefused(id, error);
	}
}
