import type { Sqlite } from "../platform/d1/sqlite.ts";
import type { WorkerCode } from "../universe/cloud/bundle.ts";
import { Caller } from "../universe/life/caller.ts";
import { operatorToken, World } from "../universe/life/world.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstDay = Date.UTC(2027, 4, 3);
/** Half of these days is booked. The days after them are free. */
const bookedDays = 70;
const pageLength = 50;
const scopes = ["clients", "appointments", "artists", "webhook_endpoints"].flatMap((name) => [
	`read:${name}`,
	`write:${name}`,
]);

interface Studio {
	key: string;
	clientId: string;
}

/** A studio of the universe without faults, in one isolate for requests and one for objects. */
export class HotStudio {
	readonly world: World;
	private readonly caller: Caller;
	private studio: Studio = { key: "", clientId: "" };
	private hooked: Studio = { key: "", clientId: "" };
	private artistId = "";
	private typeId = "";
	private count = 0;
	/** The statements that the databases have run. */
	statements = 0;

	constructor(code: WorkerCode) {
		this.world = new World(1, [code], { front: 1, objects: 1 });
		this.caller = new Caller(this.world, "203.0.113.7");
		for (const database of this.world.cloud.platform.databases.values()) this.countStatementsOf(database);
	}

	/** Lets virtual time pass until the work is done. */
	async live(work: Promise<unknown>): Promise<void> {
		let isDone = false;
		const done = work.finally(() => {
			isDone = true;
		});
		done.catch(() => {});
		const { simulation } = this.world;
		while (!isDone) await simulation.runUntil(simulation.now() + 100);
		await done;
	}

	private countStatementsOf(database: Sqlite): void {
		const transaction = database.transaction.bind(database);
		database.transaction = (queries) => {
			this.statements += queries.length;
			return transaction(queries);
		};
	}

	async prepare(): Promise<void> {
		this.studio = await this.newStudio("One");
		this.hooked = await this.newStudio("Two");
		await this.book();
		for (let n = 0; n < pageLength; n++) await this.change("/v1/clients", this.newClient());
		for (let n = 0; n < 50; n++) {
			const { url } = this.world.receivers.open(n);
			await this.change("/v1/webhook_endpoints", { url, events: ["client.created"] }, this.hooked.key);
		}
	}

	/** Requests that are made most often, or that users wait for. Each is one, with all that follows it. */
	readonly paths: Record<string, () => Promise<void>> = {
		"GET /v1/me": () => this.read("/v1/me"),
		"GET a client": () => this.read(`/v1/clients/${this.studio.clientId}`),
		"An agent reads a client": () => this.useTool("read", "getClient", { client_id: this.studio.clientId }),
		"GET a page of 50 clients": () => this.read(`/v1/clients?limit=${pageLength}`),
		"POST a client with a key": () => this.made("/v1/clients", this.newClient()),
		"POST an appointment with a key": () => this.made("/v1/appointments", this.newAppointment()),
		"GET the free times of 62 days": () => this.read(`/v1/availability?${this.wholeRange()}`),
		"An event to 50 endpoints": () => this.made("/v1/clients", this.newClient(), this.hooked.key),
	};

	private async book(): Promise<void> {
		const { id } = await this.change("/v1/artists", { name: "Mia", timezone: "Europe/Berlin" });
		this.artistId = id;
		const hours = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "10:00", end: "18:00" }));
		await this.operate("PUT", `/admin/artists/${id}/working_hours`, { hours });
		const type = { artist_id: id, name: "Tattoo", slug: "tattoo", duration_minutes: 60, kind: "TATTOO" };
		const { tenant_id } = (await this.caller.read("/v1/me", this.studio.key)).body;
		this.typeId = (await this.operate("POST", `/admin/tenants/${tenant_id}/event_types`, type)).id;
		for (let day = 0; day < bookedDays; day++)
			for (let n = 0; n < 4; n++) await this.change("/v1/appointments", this.appointmentAt(day, 2 * n));
	}

	private appointmentAt(day: number, hour: number): object {
		const start_at = new Date(firstDay + day * dayMs + (8 + hour) * hourMs).toISOString();
		return { artist_id: this.artistId, client_id: this.studio.clientId, event_type_id: this.typeId, start_at };
	}

	private newAppointment(): object {
		const n = this.count++;
		return this.appointmentAt(bookedDays + 1 + Math.floor(n / 8), n % 8);
	}

	private newClient(): object {
		const n = 10_000 + this.count++;
		return { first_name: "Ana María", last_name: "González", email: `ana.${n}@mail.example`, phone: "+49 170 1234567" };
	}

	/** A tool of /mcp, as a client of the current revision calls it. */
	private async useTool(name: string, operation_id: string, path: object): Promise<void> {
		const _meta = {
			"io.modelcontextprotocol/protocolVersion": "2026-07-28",
			"io.modelcontextprotocol/clientCapabilities": {},
		};
		const params = { name, arguments: { operation_id, path }, _meta };
		const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name };
		const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
		const answer = await this.caller.send({ method: "POST", path: "/mcp", key: this.studio.key, body, headers });
		if (answer?.body.result?.isError !== undefined || !answer?.body.result)
			throw new Error(`The tool ${name} gave ${JSON.stringify(answer)}.`);
	}

	private wholeRange(): string {
		const range = { from: new Date(firstDay).toISOString(), to: new Date(firstDay + 62 * dayMs).toISOString() };
		return `${new URLSearchParams({ artist_id: this.artistId, event_type_id: this.typeId, ...range })}`;
	}

	private async newStudio(name: string): Promise<Studio> {
		const tenant = { name, plan: "empire", email: `${name}@example.com`, timezone: "Europe/Berlin" };
		const { id } = await this.operate("POST", "/admin/tenants", tenant);
		const limits = { rate_limit_tier: "custom", rate_limit_per_minute: 100_000 };
		const { key } = await this.operate("POST", `/admin/tenants/${id}/api_keys`, { name, scopes, ...limits });
		const { id: clientId } = await this.change("/v1/clients", this.newClient(), key);
		return { key, clientId };
	}

	private async operate(method: string, path: string, body: object) {
		return succeeded(path, await this.caller.change(method, path, operatorToken, body));
	}

	private async change(path: string, body: object, key = this.studio.key) {
		await this.world.simulation.wait(3000);
		return succeeded(path, await this.caller.change("POST", path, key, body));
	}

	private async made(path: string, body: object, key?: string): Promise<void> {
		await this.change(path, body, key);
	}

	private async read(path: string): Promise<void> {
		await this.world.simulation.wait(3000);
		succeeded(path, await this.caller.read(path, this.studio.key));
	}
}

function succeeded(path: string, { status, body }: Awaited<ReturnType<Caller["read"]>>) {
	if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
	return body;
}
