import { Service } from "../../demo/service.ts";
import type { Deployed } from "../installation.ts";

export interface Size {
	id: string;
	region: "any" | "eu";
	status: "ACTIVE" | "FULL" | "AWAY";
	tenants: number;
	size_bytes: number;
}

interface Page {
	data: Size[];
	has_more: boolean;
	next_cursor: string;
}

/** The databases as the service knows them. */
export async function readSizes({ origin, secrets }: Deployed): Promise<Size[]> {
	const service = new Service(origin);
	const all: Size[] = [];
	for (let cursor = ""; ; ) {
		const path = `/admin/databases?limit=100&cursor=${cursor}`;
		const page = await service.send<Page>({ method: "GET", path, token: secrets.OPERATOR_TOKEN });
		all.push(...page.data);
		if (!page.has_more) return all;
		cursor = page.next_cursor;
	}
}
