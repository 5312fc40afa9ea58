import { scopes } from "../../src/platform/gate/scopes.ts";
import { asOwner, type SendForm } from "./as-owner.ts";
import { setBrand } from "./brand.ts";
import { Calendar } from "./calendar.ts";
import { retriesOf } from "./history/retries.ts";
import type { Timeline } from "./history/timeline.ts";
import { momentsOf } from "./history/times.ts";
import { trafficOf } from "./history/traffic.ts";
import { connectApp, connectedApp } from "./integrations/connected-app.ts";
import type { DemoReceiver } from "./integrations/receiver.ts";
import type { Content, Progress } from "./progress.ts";
import { runConcurrently } from "./run-concurrently.ts";
import type { Service } from "./service.ts";
import { stagesOf } from "./stages.ts";
import { patch, post, type Step, withIds } from "./step.ts";
import { showPictures } from "./type-pictures.ts";

interface CreatedKey {
	api_key: { id: string };
	key: string;
}

/**
 * Separate keys make the records, so the demo key's limits stay full. A key may book 30 times a minute, so there are
 * two.
 */
const helpers = ["demo-data-1", "demo-data-2"];
const helperLimit = { rate_limit_tier: "custom", rate_limit_per_minute: 1000 };
const atOnce = 8;

export class DemoSetup {
	readonly #service: Service;
	readonly #progress: Progress;
	readonly #operatorToken: string;
	readonly #receiver: DemoReceiver | null;
	readonly #timeline: Timeline | null;

	/** Without a receiver the studio is connected to nothing, and without a timeline it has no past. */
	constructor(
		service: Service,
		progress: Progress,
		operatorToken: string,
		receiver: DemoReceiver | null,
		timeline: Timeline | null = null,
	) {
		this.#service = service;
		this.#progress = progress;
		this.#operatorToken = operatorToken;
		this.#receiver = receiver;
		this.#timeline = timeline;
	}

	async run(): Promise<void> {
		if (!this.#progress.isDone("tenant")) await this.#timeline?.open();
		await this.#open();
		await this.#atDashboard("brand", setBrand);
		const calendar = new Calendar(this.#progress.content.founded_at);
		const stages = stagesOf(calendar, this.#receiver);
		if (this.#timeline) await this.#live(this.#timeline, stages, calendar);
		else for (const stage of stages) await this.#runStage(stage);
		await this.#connectApp();
		await this.#atDashboard("type-pictures", (send) => showPictures(send, this.#progress.idOf));
		await this.#close();
	}

	/** Everything happens in its time, and the website and the deliveries have theirs. */
	async #live(timeline: Timeline, stages: Step[][], calendar: Calendar): Promise<void> {
		const moments = momentsOf(stages, calendar.now);
		const days = [
			...moments.map(({ at, stages }) => ({
				at,
				run: async () => {
					await timeline.goTo(at);
					for (const stage of stages) await this.#runStage(stage);
				},
			})),
			...retriesOf(moments, calendar.now).map((at) => ({ at, run: () => timeline.deliverAt(at) })),
			...trafficOf(calendar).map(({ at, requests }) => ({
				at,
				run: async () => {
					await timeline.goTo(at);
					await this.#visit(requests);
				},
			})),
		];
		for (const { run } of days.sort((a, b) => a.at - b.at)) await run();
		await timeline.close();
	}

	#runStage(stage: readonly Step[]): Promise<void> {
		const steps = stage.map((step, n) => ({ step, helper: helpers[n % helpers.length] }));
		return runConcurrently(steps, atOnce, ({ step, helper }) => this.#runStep(step, helper));
	}

	/** Requests that change nothing are noted nowhere. */
	#visit(requests: readonly Step[]): Promise<void> {
		const sent = requests.map((step, n) => ({ step, helper: helpers[n % helpers.length] }));
		return runConcurrently(sent, atOnce, async ({ step, helper }) => void (await this.#send(step, helper)));
	}

	/** The demo studio is the only one, so the app belongs to it. */
	async #connectApp(): Promise<void> {
		const name = "app/waiting-list";
		if (this.#progress.isDone(name) || !this.#receiver) return;
		const body = { ...connectedApp, tenant_id: "tenant" };
		const { app } = await this.#send<{ app: { id: string; client_id: string } }>(post(name, "/admin/oauth_apps", body));
		const { email, password } = this.#progress.content;
		const tenantId = this.#progress.idOf("tenant");
		await connectApp({ origin: this.#service.origin, clientId: app.client_id, tenantId, email, password });
		this.#progress.markDone(name, app.id);
	}

	/** Does at the dashboard, as the owner, what is not done yet. */
	async #atDashboard(name: string, run: (send: SendForm) => Promise<void>): Promise<void> {
		if (this.#progress.isDone(name)) return;
		const { email, password } = this.#progress.content;
		const tenantId = this.#progress.idOf("tenant");
		await run(await asOwner({ origin: this.#service.origin, tenantId, email, password }));
		this.#progress.markDone(name);
	}

	async #open(): Promise<void> {
		const { email, password } = this.#progress.content;
		const tenant = { name: "Demo Studio", plan: "studio", email, timezone: "Europe/Berlin" };
		await this.#runStep(post("tenant", "/admin/tenants", tenant));
		const owner = post("owner", "/admin/tenants/{tenant}/users", { email, password, name: "Demo Owner" });
		await this.#runStep({ ...owner, accept: 409 });
		for (const name of helpers)
			await this.#makeKey(name, { name, ...helperLimit }, (key) => ({
				helpers: { ...this.#progress.content.helpers, [name]: key },
			}));
	}

	async #close(): Promise<void> {
		for (const name of helpers)
			await this.#runStep(patch(`${name}/revoked`, `/admin/api_keys/{${name}}`, { status: "REVOKED" }));
		await this.#makeKey("demo-key", { name: "Demo key" }, (key) => ({ key, helpers: {} }));
	}

	async #makeKey(name: string, body: object, changesOf: (key: string) => Partial<Content>): Promise<void> {
		if (this.#progress.isDone(name)) return;
		const step = post(name, "/admin/tenants/{tenant}/api_keys", { ...body, scopes });
		const { api_key, key } = await this.#send<CreatedKey>(step);
		this.#progress.markDone(name, api_key.id, changesOf(key));
	}

	async #runStep(step: Step, helper?: string): Promise<void> {
		if (this.#progress.isDone(step.name)) return;
		const { id } = await this.#send<{ id?: string }>(step, helper);
		this.#progress.markDone(step.name, id);
	}

	/** The path decides between the operator's token and a helper's key. */
	#send<Answer>(step: Step, helper?: string): Promise<Answer> {
		const { name, ...request } = withIds(step, this.#progress.idOf);
		const token = request.path.startsWith("/admin/") ? this.#operatorToken : this.#tokenOf(helper);
		// A PATCH may be repeated without a key: its result is the same.
		const once = request.method === "POST" ? { idempotencyKey: `${this.#progress.content.run}/${name}` } : {};
		return this.#service.send({ ...request, ...once, token });
	}

	#tokenOf(helper: string | undefined): string {
		const token = helper && this.#progress.content.helpers[helper];
		if (!token) throw new Error(`The demo studio has no key "${helper}".`);
		return token;
	}
}
