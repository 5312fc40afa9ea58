import { beforeAll, describe, expect, inject, it } from "vitest";
import type { Contact, Fields } from "../../client/examples/crm.ts";
import { sync } from "../../client/examples/crm-sync.ts";
import type { ApiError, Client, TattooStudio } from "../../client/src/index.ts";
import { Dice } from "../../lab/harness/fuzz/dice.ts";
import { newWorld } from "../support/world.ts";
import { CrmStandIn, MemoryStandIn } from "./crm-stand-in.ts";
import { studioClient } from "./studio-client.ts";

const fieldsOf = ({ email, first_name, last_name, phone }: Fields) => ({ email, first_name, last_name, phone });
const person = (name: string, more: Partial<Fields> = {}): Fields => {
	return { email: `${name}@example.com`, first_name: name, last_name: null, phone: null, ...more };
};

/** A studio and a CRM. Something happens at a step: before or after a request, a call of the CRM or a write. */
class Pair {
	readonly crm = new CrmStandIn();
	readonly memory = new MemoryStandIn();
	readonly refused: string[] = [];
	/** The studio as its people use it. */
	readonly studio: TattooStudio;
	readonly #key: string;
	steps = 0;

	constructor(key: string) {
		this.#key = key;
		this.studio = studioClient(key);
	}

	static async make(): Promise<Pair> {
		return new Pair((await newWorld({ plan: "empire" })).key);
	}

	async run(at?: number, happening?: () => Promise<void>): Promise<void> {
		this.steps = 0;
		const step = async () => {
			if (this.steps++ === at) await happening?.();
		};
		const onRefused = (id: string, { code }: ApiError) => void this.refused.push(`${id} ${code}`);
		const stepped = <T extends object>(target: T): T => withSteps(target, step);
		const studio = studioClient(this.#key, step);
		await sync({ studio, crm: stepped(this.crm), memory: stepped(this.memory), onRefused });
	}

	/** Runs until the program crashes at a step, or until its end. Answers whether it crashed. */
	async crash(at: number): Promise<boolean> {
		const crash = () => Promise.reject(new Error("crash"));
		return this.run(at, crash).then(
			() => false,
			(error) => /crash|connection/i.test(String(error)) || Promise.reject(error),
		);
	}

	async clients(): Promise<Client[]> {
		const all: Client[] = [];
		for await (const client of this.studio.clients.list({ limit: 100 })) all.push(client);
		return all;
	}

	/** Both sides must be alike once nothing more happens. */
	async settled(): Promise<Fields[]> {
		for (let n = 0; n < 3; n++) await this.run();
		const [clients, { all: contacts }] = [await this.clients(), this.crm];
		const by = (one: { email: string }, other: { email: string }) => (one.email < other.email ? -1 : 1);
		expect(contacts.toSorted(by).map((one) => [one.clientId, fieldsOf(one)])).toEqual(
			clients.toSorted(by).map((one) => [one.id, fieldsOf(one)]),
		);
		return clients.toSorted(by).map(fieldsOf);
	}
}

/** The same object, with a step before and after each of its methods. */
function withSteps<T extends object>(target: T, step: () => Promise<void>): T {
	return new Proxy(target, {
		get(_, name) {
			const method = Reflect.get(target, name) as (...given: unknown[]) => unknown;
			if (name === "changes")
				return async function* (...given: unknown[]) {
					for await (const change of Reflect.apply(method, target, given) as AsyncIterable<object>) {
						await step();
						yield change;
					}
				};
			return async (...given: unknown[]) => {
				await step();
				const answer = await Reflect.apply(method, target, given);
				await step();
				return answer;
			};
		},
	});
}

it("brings each record to the other side once, joins those of one email, and merges what both sides changed", async () => {
	const pair = await Pair.make();
	await pair.studio.clients.create(person("ana"));
	await pair.studio.clients.create(person("both", { phone: "1" }));
	pair.crm.add(person("both", { last_name: "Lee" }));
	const kai = pair.crm.add(person("kai"));
	const joined = person("both", { phone: "1", last_name: "Lee" });
	expect(await pair.settled()).toEqual([person("ana"), joined, person("kai")]);

	const client = (await pair.clients()).find(({ first_name }) => first_name === "kai") as Client;
	await pair.studio.clients.update(client.id, { phone: "2", first_name: "Kai of the studio" });
	pair.crm.edit(kai.id, { last_name: "Sato", first_name: "Kai of the CRM" });
	const merged = { phone: "2", last_name: "Sato", first_name: "Kai of the studio" };
	expect(await pair.settled()).toEqual([person("ana"), joined, person("kai", merged)]);
	expect(pair.refused).toEqual([]);
});

it("carries a deletion and a merge over, and deletes nothing because it cannot be found", async () => {
	const pair = await Pair.make();
	const [ana, kai, ida] = await Promise.all(
		["ana", "kai", "ida"].map((name) => pair.studio.clients.create(person(name))),
	);
	const zoe = pair.crm.add(person("zoe"));
	await pair.settled();
	await pair.studio.clients.delete(ana?.id ?? "");
	await pair.studio.clients.merge(kai?.id ?? "", { source_id: ida?.id ?? "" });
	pair.crm.edit(zoe.id, { isDeleted: true });
	expect(await pair.settled()).toEqual([person("kai")]);

	// A contact whose client is not there stays.
	const lost = pair.crm.add(person("lost"));
	pair.crm.edit(lost.id, { clientId: ana?.id ?? "" });
	await pair.run();
	expect(pair.crm.all).toHaveLength(2);
});

it("reports what the studio refuses, and goes on with the others", async () => {
	const pair = await Pair.make();
	const wrong = pair.crm.add(person("no email", { email: "none" }));
	pair.crm.add(person("kai"));
	const second = pair.crm.add(person("kai", { first_name: "another Kai" }));
	const ok = pair.crm.add(person("zoe"));
	await pair.run();
	expect((await pair.clients()).map(({ first_name }) => first_name)).toEqual(["zoe", "kai"]);
	expect(pair.refused).toEqual([`${wrong.id} validation_failed`, `${second.id} duplicate_email`]);
	pair.crm.edit(wrong.id, { email: "wrong@example.com" });
	pair.crm.edit(second.id, { isDeleted: true });
	expect(await pair.settled()).toHaveLength(3);
	expect(ok.clientId).toBeNull();
});

it("reads the lists anew when the feed no longer has the events since its last run", async () => {
	const pair = await Pair.make();
	const ana = await pair.studio.clients.create(person("ana"));
	await pair.studio.clients.create(person("kai"));
	await pair.settled();
	await pair.studio.clients.delete(ana.id);
	await pair.studio.clients.create(person("zoe"));
	// The service answers events_expired for a number that it does not have.
	await pair.memory.set("sequence", 1_000_000);
	expect(await pair.settled()).toEqual([person("kai"), person("zoe")]);
});

/** Two sides that were the same, and changed since. */
async function changedPair() {
	const pair = await Pair.make();
	const old = await pair.studio.clients.create(person("old"));
	const gone = await pair.studio.clients.create(person("gone"));
	const contact = pair.crm.add(person("contact"));
	await pair.run();
	await pair.run();
	await pair.studio.clients.create(person("ana"));
	await pair.studio.clients.create(person("both"));
	pair.crm.add(person("both"));
	const kai = pair.crm.add(person("kai"));
	await pair.studio.clients.update(old.id, { phone: "1" });
	pair.crm.edit(contact.id, { last_name: "1" });
	await pair.studio.clients.delete(gone.id);
	const [oldContact, contactsClient] = [await pair.crm.ofClient(old.id), (await pair.crm.get(contact.id))?.clientId];
	/** People go on editing, also the other fields of the records that they edited before. */
	const edit = async () => {
		await pair.studio.clients.update(old.id, { phone: "2" });
		await pair.studio.clients.update(contactsClient ?? "", { phone: "3" });
		pair.crm.edit(oldContact?.id ?? "", { last_name: "3" });
		pair.crm.edit(contact.id, { last_name: "2", email: "moved@example.com" });
		pair.crm.edit(kai.id, { last_name: "2", email: "kai.sato@example.com" });
		// A contact that the program has just made.
		const anas = pair.crm.all.find(({ first_name }) => first_name === "ana");
		if (anas && expected[0]) expected[0].first_name = "Anna";
		pair.crm.edit(anas?.id ?? "", { first_name: "Anna" });
	};
	const expected = [
		person("ana"),
		person("both"),
		{ ...person("kai"), email: "kai.sato@example.com", last_name: "2" },
		{ ...person("contact"), email: "moved@example.com", last_name: "2", phone: "3" },
		person("old", { phone: "2", last_name: "3" }),
	];
	return { pair, edit, expected };
}

/** The steps follow the same few lines of the program again and again, so a part of them reaches each line. */
const everyNth = 8;

describe("doubles and loses nothing at any step", { timeout: 120_000 }, () => {
	let steps: number[];
	beforeAll(async () => {
		const { pair } = await changedPair();
		await pair.run();
		expect(pair.steps).toBeGreaterThan(60);
		const first = inject("seed") % everyNth;
		steps = Array.from({ length: pair.steps }, (_, n) => n).filter((n) => n % everyNth === first);
	});

	it("at which it crashes, while people go on editing both sides before it runs again", async () => {
		for (const at of steps) {
			const { pair, edit, expected } = await changedPair();
			expect(await pair.crash(at)).toBe(true);
			await edit();
			expect(await pair.settled(), `crash at step ${at}`).toEqual(expected);
			expect(pair.refused, `crash at step ${at}`).toEqual([]);
		}
	});

	it("at which people edit both sides while it runs", async () => {
		for (const at of steps) {
			const { pair, edit, expected } = await changedPair();
			await pair.run(at, edit);
			expect(await pair.settled(), `edits at step ${at}`).toEqual(expected);
			expect(pair.refused, `edits at step ${at}`).toEqual([]);
		}
	});

	/** People delete the clients whose contacts the program is about to link. */
	const deleteNew = async ({ studio, crm }: Pair) => {
		for await (const { id, first_name } of studio.clients.list({ limit: 100 }))
			if (["kai", "both"].includes(first_name)) await studio.clients.delete(id);
		return crm.all.filter(({ clientId }) => clientId === null).map(({ first_name }) => first_name);
	};

	it("at which it crashes, while people delete clients before it runs again", async () => {
		for (const at of steps) {
			const { pair } = await changedPair();
			await pair.crash(at);
			const unlinked = await deleteNew(pair);
			const left = (await pair.settled()).map(({ first_name }) => first_name);
			expect(left, `crash at step ${at}`).toEqual(expect.arrayContaining(["ana", "contact", "old"]));
			// It was a person of the CRM before the program knew of a client.
			if (unlinked.includes("both")) expect(left, `crash at step ${at}`).toContain("both");
		}
	});

	it("at which people delete clients while it runs", async () => {
		for (const at of steps) {
			const { pair } = await changedPair();
			await pair.run(at, async () => void (await deleteNew(pair)));
			await pair.settled();
			expect(pair.refused, `deletions at step ${at}`).toEqual([]);
		}
	});
});

it("ends with the same people on both sides after any changes, each run of which crashes somewhere", async () => {
	for (let number = 0; number < 5; number++) {
		const dice = new Dice(inject("seed"), number);
		const pair = await Pair.make();
		const people = new Map<string, Fields>();
		const linked = () => pair.crm.all.filter((one): one is Contact & { clientId: string } => one.clientId !== null);
		/** Someone who was deleted on the other side stays deleted. */
		const edited = (name: string, changes: Partial<Fields>) => {
			const fields = people.get(name);
			if (fields) people.set(name, { ...fields, ...changes });
		};
		const changes = [
			async (name: string) => {
				people.set(name, person(name));
				if (dice.chance(0.7)) await pair.studio.clients.create(person(name));
				if (dice.chance(0.5) || !(await pair.clients()).some(({ first_name }) => first_name === name))
					pair.crm.add(person(name));
			},
			async (phone: string) => {
				const client = dice.pick(await pair.clients());
				await pair.studio.clients.update(client.id, { phone });
				edited(client.first_name, { phone });
			},
			async (last_name: string) => {
				const contact = dice.pick(pair.crm.all);
				pair.crm.edit(contact.id, { last_name });
				edited(contact.first_name, { last_name });
			},
			async () => {
				const contact = dice.pick(linked());
				if (dice.chance(0.5)) pair.crm.edit(contact.id, { isDeleted: true });
				else await pair.studio.clients.delete(contact.clientId).catch(() => {});
				people.delete(contact.first_name);
			},
		];
		for (let round = 0; round < 12; round++) {
			for (let n = 0; n < 3; n++) {
				const few = people.size < 4 || linked().length < 2 || (await pair.clients()).length === 0;
				await (few ? changes[0] : dice.pick(changes))?.(`${round}-${n}`);
			}
			await pair.crash(dice.below(120));
		}
		const expected = [...people.values()].sort((one, other) => (one.email < other.email ? -1 : 1));
		expect(await pair.settled(), `${number}`).toEqual(expected);
		expect(pair.refused).toEqual([]);
	}
});
