import type { LoopbackReceiver } from "./loopback-receiver.ts";
import { type Server, until } from "./server.ts";

export const createClient = (server: Server, key: string, name: string) =>
	server.call("POST", "/v1/clients", {
		key,
		body: { email: `${name}@example.com`, first_name: name },
		headers: { "Idempotency-Key": name },
	});

interface InterruptedCreates {
	names: string[];
	answered: string[];
}

/**
 * Sends creates, twenty at a time, and crashes the service when `after` of them are answered. Each sender continues
 * until one of its creates fails, so that the crash interrupts some of them, however fast the service is.
 */
export async function createUntilCrash(
	server: Server,
	key: string,
	prefix: string,
	after: number,
): Promise<InterruptedCreates> {
	const names: string[] = [];
	const answered: string[] = [];
	const send = async () => {
		for (let goesOn = true; goesOn; ) {
			const name = `${prefix}-${names.length}`;
			names.push(name);
			const { status, body } = await createClient(server, key, name).catch(() => ({ status: 0, body: null }));
			if (status === 201) answered.push(body.id);
			goesOn = status === 201;
		}
	};
	const sending = Array.from({ length: 20 }, send);
	await server.crash(() => until(() => answered.length >= after, 20_000, `${after} creates are answered`));
	await Promise.all(sending);
	return { names, answered };
}

/** The state of a service after many crashes in the middle of many creates. */
export interface AfterCrashes {
	/** The ids of the clients whose create was answered. */
	answered: string[];
	clients: string[];
	events: { id: string; sequence: number; data: { clientId: string } }[];
	/** The ids of the events that the receiver has got by the end. */
	arrived: Set<string>;
}

export async function crashAgainAndAgain(
	server: Server,
	receiver: LoopbackReceiver,
	crashes: number,
): Promise<AfterCrashes> {
	const key = await server.newKey();
	const endpointBody = { url: receiver.url("/crash"), events: ["*"] };
	const endpoint = await server.call("POST", "/v1/webhook_endpoints", { key, body: endpointBody });
	if (endpoint.body.endpoint?.status !== "ACTIVE") throw new Error(JSON.stringify(endpoint.body));
	const answered: string[] = [];
	for (let crash = 0; crash < crashes; crash++) {
		const round = await createUntilCrash(server, key, `round-${crash}`, 5 * (crash % 5) + 5);
		answered.push(...round.answered);
		await server.start();
	}
	const events = await server.all("/v1/events", key);
	const arrived = () => new Set<string>(receiver.at("/crash").map(({ event }) => event.id));
	// The crashes have lost nudges, which a sweep ignores for a minute of the service's clock, and attempts, whose leases
	// last half a minute of the machine's. Each advance sweeps.
	const all = () => events.every(({ id }) => arrived().has(id));
	for (let sweep = 0; sweep < 10 && !all(); sweep++) {
		await server.operate("POST", "/admin/dev/advance", { seconds: 60 });
		await until(all, 10_000, "every event has arrived").catch(() => {});
	}
	const clients = (await server.all("/v1/clients", key)).map(({ id }) => id);
	return { answered, clients, events, arrived: arrived() };
}
