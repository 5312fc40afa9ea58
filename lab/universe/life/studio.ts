import { Caller } from "./caller.ts";
import type { Receiver } from "./receivers.ts";
import { operatorToken, type World } from "./world.ts";

/** A record as its last answer showed it. */
export interface Kept {
	id: string;
	// biome-ignore lint/suspicious/noExplicitAny: records of every resource
	body: any;
	/** A step changes the record at this moment, so its state is not known. */
	busy: boolean;
	gone: boolean;
	/** Changes of other records may change this one, too. */
	loose: boolean;
}

export const resources = ["clients", "appointments", "leads", "ideas", "form_submissions"] as const;
export type Resource = (typeof resources)[number];

export interface Artist {
	id: string;
	typeIds: string[];
	/** The address of the booking page of a type. */
	page: string;
	timezone: string;
	/** The most appointments of a day; null without a cap. */
	mostOfDay: number | null;
	/** The address of the external calendar. */
	calendar?: string;
}

export interface Endpoint {
	id: string;
	receiver: Receiver;
	ordered: boolean;
	/** The endpoint is told of every event after this number. */
	since: number;
	/** Until this number, if it was disabled or deleted. */
	until: number;
	/** A step changes the endpoint at this moment. */
	busy: boolean;
}

/** A subscription of an automation platform. */
export interface Hook extends Pick<Endpoint, "id" | "receiver" | "since" | "until"> {
	type: string;
}

export const copiedResources = ["clients", "appointments", "leads", "ideas", "form_submissions"] as const;

/** The copy of a list that a program keeps. */
export interface Copy {
	records: Map<string, unknown>;
	/** The latest change that the program has read; 0 before the first time. */
	readUntil: number;
	syncs: number;
}

export interface Grant {
	access: string;
	refresh: string;
	busy: boolean;
}

const newCopy = (): Copy => ({ records: new Map(), readUntil: 0, syncs: 0 });

/** Everything that a studio and its programs know by the answers they got. */
export class Studio {
	readonly world: World;
	readonly n: number;
	readonly caller: Caller;
	readonly operator: Caller;
	id = "";
	key = "";
	keyId = "";
	/** The value before the present one works still, or a step is about to replace the present one. */
	rotating = false;
	plan = "empire";
	region: "any" | "eu";
	readonly artists: Artist[] = [];
	readonly records: Record<Resource, Map<string, Kept>> = {
		clients: new Map(),
		appointments: new Map(),
		leads: new Map(),
		ideas: new Map(),
		form_submissions: new Map(),
	};
	/** The id of the form, once the studio has one. */
	form: Promise<string | undefined> | undefined;
	readonly hooks: Hook[] = [];
	/** The clients who were merged away. */
	readonly mergedAway = new Set<string>();
	readonly endpoints: Endpoint[] = [];
	/** Events that acknowledged changes must have made: how many of each type and record. */
	readonly expectedEvents = new Map<string, number>();
	/** The events that the reader of the feed has seen. */
	readonly feed: { sequence: number; id: string; type: string; record: string }[] = [];
	position = 0;
	reading = false;
	readonly copies = {
		clients: newCopy(),
		appointments: newCopy(),
		leads: newCopy(),
		ideas: newCopy(),
		form_submissions: newCopy(),
	};
	readonly deletions = newCopy();
	syncing = false;
	readonly grants: Grant[] = [];
	/** The emails of visitors whose booking was confirmed. */
	readonly booked: string[] = [];

	constructor(world: World, n: number) {
		this.world = world;
		this.n = n;
		this.caller = new Caller(world, `203.0.${n >> 8}.${n & 255}`);
		this.operator = new Caller(world, `198.51.${n >> 8}.${n & 255}`);
		this.region = n % 5 === 4 ? "eu" : "any";
	}

	/** How often the studio has fallen to Light, and how often it has risen again. */
	private readonly light = { falls: 0, rises: 0 };

	isOnLight = (): boolean => this.light.falls > this.light.rises;
	lightBegan = (): void => void this.light.falls++;
	lightEnded = (): void => void this.light.rises++;

	/** A function that tells whether the studio was on Light at any time since this call. */
	watchLight(): () => boolean {
		const { falls } = this.light;
		const wasOnLight = this.isOnLight();
		return () => wasOnLight || this.light.falls > falls;
	}

	/** The events that the studio made while it had a plan with webhooks (contract: Plans 7). */
	eventsWithWebhooks(): Studio["feed"] {
		let isOnLight = false;
		return this.feed.filter(({ type }) => {
			if (type === "subscription.cancelled") isOnLight = true;
			const counts = !isOnLight;
			if (type === "subscription.activated") isOnLight = false;
			return counts;
		});
	}

	/**
	 * The last event before the first that an endpoint wants (those of one type, or all) and has not taken. Deliveries end
	 * with their endpoint.
	 */
	deliveredTo({ since, receiver }: Pick<Endpoint, "since" | "receiver">, wanted?: string): number {
		const missing = this.eventsWithWebhooks().find(
			({ id, sequence, type }) => sequence > since && (wanted ?? type) === type && !receiver.taken.has(id),
		);
		return missing ? missing.sequence - 1 : (this.feed.at(-1)?.sequence ?? 0);
	}

	operate = (method: string, path: string, body?: unknown) => this.operator.change(method, path, operatorToken, body);

	change = (method: string, path: string, body?: unknown, headers = {}) =>
		this.caller.change(method, path, this.presentKey, body, headers);

	read = (path: string) => this.caller.read(path, this.presentKey);

	readonly presentKey = (): string => this.key;

	keep(resource: Resource, body: { id: string }): Kept {
		const kept = { id: body.id, body, busy: false, gone: false, loose: false };
		this.records[resource].set(body.id, kept);
		return kept;
	}

	/** No step changes them now. */
	free = (resource: Resource): Kept[] =>
		[...this.records[resource].values()].filter(({ busy, gone }) => !busy && !gone);

	ofClient = (resource: Resource, clientId: string): Kept[] =>
		[...this.records[resource].values()].filter(({ body }) => body.client_id === clientId);

	/** Whether another change may have changed the record, too. */
	isLoose = (id: string): boolean => resources.some((resource) => this.records[resource].get(id)?.loose);

	expectEvent(type: string, recordId: string): void {
		const name = `${type} ${recordId}`;
		this.expectedEvents.set(name, (this.expectedEvents.get(name) ?? 0) + 1);
	}
}
