import type { Env } from "../env.ts";
import { openStore, type Store, type StoreOptions } from "./database.ts";
import { type Placement, type Region, readPlacements } from "./placement.ts";

const dataBinding = /^DATA_[1-9]\d*$/;

export const dataIds = (env: object): string[] =>
	Object.keys(env)
		.filter((name) => dataBinding.test(name))
		.sort((a, b) => Number(a.slice(5)) - Number(b.slice(5)));

/** The jurisdiction in which a data database lies. A variable such as `DATA_2_REGION = "eu"` names it. */
const regionOf = (env: object, id: string): Region =>
	(env as Record<string, unknown>)[`${id}_REGION`] === "eu" ? "eu" : "any";

type DatabaseBindings = Pick<Env, "DB" | "READ_REPLICATION">;

/** All databases, as one request opens them. Only this class knows in which one a tenant's data is. */
export class Databases {
	readonly control: Store;
	private readonly opened = new Map<string, Store>();
	private readonly bookmarks = new Map<string, string | null>();
	private readonly placements = new Map<string, Placement>();
	private readonly env: DatabaseBindings;
	private readonly options: StoreOptions;

	constructor(env: DatabaseBindings, options: StoreOptions = {}) {
		this.env = env;
		this.options = options;
		this.control = openStore("DB", env.DB, options);
	}

	ids(): string[] {
		return dataIds(this.env);
	}

	regionOf(id: string): Region {
		return regionOf(this.env, id);
	}

	data(id: string): Store {
		let store = this.opened.get(id);
		if (!store) {
			const d1 = dataBinding.test(id) ? (this.env as unknown as Record<string, D1Database>)[id] : undefined;
			if (!d1) throw new Error(`D1 DB ${id} is not bound.`);
			store = openStore(
				id,
				d1,
				this.options,
				this.isReplicated ? { since: this.bookmarks.get(id) ?? null } : undefined,
			);
			this.opened.set(id, store);
		}
		return store;
	}

	/** From now on reads of this data database see the state of this bookmark, and may use a replica. */
	readSince(id: string, bookmark: string | null): void {
		if (!this.isReplicated) return;
		this.bookmarks.set(id, bookmark);
		this.opened.delete(id);
	}

	private get isReplicated(): boolean {
		return this.env.READ_REPLICATION === "on";
	}

	async of(tenantId: string): Promise<Store | undefined> {
		const placement = await this.placementOf(tenantId);
		return placement && this.data(placement.database);
	}

	async placementOf(tenantId: string): Promise<Placement | undefined> {
		await this.loadPlacements([tenantId]);
		return this.placements.get(tenantId);
	}

	async loadPlacements(tenantIds: string[]): Promise<void> {
		const unknown = tenantIds.filter((id) => !this.placements.has(id));
		if (unknown.length === 0) return;
		for (const placement of await readPlacements(this.control.db, unknown)) this.addPlacement(placement);
	}

	/** For a placement that the caller has already read with the tenant's credential or row. */
	addPlacement(placement: Placement): void {
		this.placements.set(placement.id, placement);
	}

	/** Makes the next use read the placement again, because the tenant may have moved. */
	forgetPlacement(tenantId: string): void {
		this.placements.delete(tenantId);
	}
}
