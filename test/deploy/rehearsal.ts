import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { deploy } from "../../scripts/deploy/deployment.ts";
import type { Access } from "../../scripts/deploy/installation.ts";
import { migrateDeployed } from "../../scripts/deploy/migrate.ts";
import { optionsFrom } from "../../scripts/deploy/options.ts";
import { restore } from "../../scripts/deploy/restoring/restore.ts";
import { showStatus } from "../../scripts/deploy/status/status.ts";
import type { Wrangler } from "../../scripts/deploy/wrangler.ts";
import { Cloud } from "./cloud/cloud.ts";

export const apiBase = "https://cloudflare.test/client/v4";
export const usual = ["--domain", "api.example.com", "--mail-from", "studio@example.com"];

/** A run ended in the middle, as if its machine had lost its power. */
export class CutOff extends Error {}

/** The fate of a call. Without a fault it is answered. */
export type Fault = "cut before" | "cut after" | Response | Error;

/** One account, the deployments that a clone makes in it, and every call of the API. */
export class Rehearsal {
	readonly cloud: Cloud;
	/** The calls, such as `POST /queues`, without the account and the ids. */
	readonly calls: string[] = [];
	/** The calls that each of wrangler's commands made, in the order of the alphabet: some are made at once. */
	readonly commands: { command: string; calls: string[] }[] = [];
	readonly said: string[] = [];
	/** How long it waits for a healthy answer. */
	patienceMs = 5000;
	readonly deployments: string;
	faultOf: (call: string, number: number) => Fault | undefined = () => undefined;
	private cut: ((error: Error) => void) | undefined;
	private readonly wranglerOf: (rehearsal: Rehearsal) => Wrangler;

	constructor(
		wranglerOf: (rehearsal: Rehearsal) => Wrangler,
		{ cloud = new Cloud(), deployments = mkdtempSync(join(tmpdir(), "deployments-")) } = {},
	) {
		this.wranglerOf = wranglerOf;
		this.cloud = cloud;
		this.deployments = deployments;
		vi.stubGlobal("fetch", (input: string | Request, init?: RequestInit) => this.answer(new Request(input, init)));
	}

	/** A call of the API or of the service. After a cut nothing is answered any more. */
	answer = async (request: Request): Promise<Response> => {
		const number = this.calls.push(callOf(request));
		const fault = this.faultOf(this.calls[number - 1] ?? "", number);
		if (fault instanceof Response) return fault;
		if (fault instanceof Error) throw fault;
		if (fault === "cut before") return await this.never();
		const answer = await this.cloud.answer(request);
		return fault === "cut after" ? await this.never() : answer;
	};

	/** Rejects with `CutOff` if a fault cuts the run off. */
	deploy(...args: string[]): Promise<boolean> {
		const patience = { everyMs: 1, firstMs: this.patienceMs, nextMs: this.patienceMs };
		return this.run((access) => deploy(optionsFrom(args), { ...access, patience }));
	}

	restore(to: Date, { isConfirmed = true } = {}): Promise<boolean> {
		return this.run((access) => restore({ name: "tattoo-studio", to, isConfirmed }, access));
	}

	migrate = (): Promise<boolean> =>
		this.run(async (access) => {
			await migrateDeployed("tattoo-studio", access);
			return true;
		});

	status = (): Promise<boolean> => this.run((access) => showStatus("tattoo-studio", access));

	private async run(work: (access: Access & { say: (line: string) => void }) => Promise<boolean>): Promise<boolean> {
		this.said.length = 0;
		const cut = new Promise<never>((_, reject) => {
			this.cut = reject;
		});
		const done = work({
			wrangler: this.noting(this.wranglerOf(this)),
			say: (line) => this.said.push(line),
			deployments: this.deployments,
			environment: { CLOUDFLARE_API_BASE_URL: apiBase, CLOUDFLARE_ACCOUNT_ID: this.cloud.accountId },
			retriesMs: [1, 1],
		});
		return await Promise.race([done, cut]);
	}

	private noting(wrangler: Wrangler): Wrangler {
		return async (args, environment) => {
			const from = this.calls.length;
			const output = await wrangler(args, environment);
			// Without the options, and without ids.
			const command = args.filter((word) => /^[a-z][a-z0-9-]*$/.test(word) && !/-[0-9a-f]{12}$/.test(word)).join(" ");
			this.commands.push({ command, calls: this.calls.slice(from).sort() });
			return output;
		};
	}

	private never(): Promise<never> {
		this.cut?.(new CutOff());
		return new Promise(() => {});
	}
}

/** Without what differs from run to run. */
function callOf({ method, url }: Request): string {
	const { hostname, pathname } = new URL(url);
	if (!pathname.startsWith("/client/v4")) return `${method} ${hostname}${pathname}`;
	const path = pathname.replace(/^\/client\/v4(\/accounts\/[0-9a-f]{32})?/, "");
	return `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, ":id")}`;
}
