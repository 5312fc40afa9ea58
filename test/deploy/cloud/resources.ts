import type { Sqlite } from "../../../lab/platform/d1/sqlite.ts";

export interface Database {
	uuid: string;
	name: string;
	jurisdiction: string | null;
	location: string | undefined;
	created_at: string;
	sqlite: Sqlite;
	/** Its contents at earlier times (time travel), the earliest first. */
	history: { at: number; bookmark: string; content: Uint8Array }[];
}

export interface Consumer {
	consumer_id: string;
	type: string;
	script: string;
	settings: Record<string, number | undefined>;
}

export interface Queue {
	queue_id: string;
	queue_name: string;
	settings: { message_retention_period: number };
	consumers: Consumer[];
}

export interface Bucket {
	name: string;
	jurisdiction: string;
}

/** A DNS record. Cloudflare manages that of a Worker's domain. */
export interface DnsRecord {
	type: string;
	name: string;
	content: string;
}

export interface Zone {
	id: string;
	name: string;
	records: DnsRecord[];
}

export interface Domain {
	id: string;
	hostname: string;
	service: string;
}

export type Binding = { type: string; name: string } & Record<string, unknown>;

export interface Version {
	id: string;
	number: number;
	created_on: string;
	message: string | undefined;
	bindings: Binding[];
	/** The names and sizes of the modules. */
	modules: Record<string, number>;
	tag: string | undefined;
}

export interface Worker {
	tag: string;
	versions: Version[];
	/** The latest first. */
	deployments: { id: string; created_on: string; versions: { version_id: string; percentage: number }[] }[];
	schedules: string[];
	/** The last migration of its Durable Objects. */
	migrationTag: string | undefined;
	subdomain: boolean;
}
