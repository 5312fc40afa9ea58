import { randomUUID } from "node:crypto";
import type { Request } from "./drive.ts";
import { filled, floorTenant, type Studio } from "./studios.ts";

export interface Scenario {
	name: string;
	/** The records that both tables hold before it runs. */
	records?: number;
	contenders: Record<"floor" | "product", () => Request>;
}

const turns = <T>(all: T[]): (() => [T, number]) => {
	let n = -1;
	return () => {
		n = (n + 1) % all.length;
		return [all[n] as T, n];
	};
};

const get = (path: string, headers: Record<string, string> = {}): Request => ({
	method: "GET",
	path,
	headers,
	expected: 200,
});
const json = { "Content-Type": "application/json" };
const bearer = ({ key }: Studio) => ({ Authorization: `Bearer ${key}` });

/** What each contender is asked. The studios take turns. */
export function scenarios(studios: Studio[], sizes: number[]): Scenario[] {
	const any = turns(studios);
	const full = turns(filled(studios));
	const clientPath = ([{ clientId }]: [Studio, number]) => `/v1/clients/${clientId}`;
	let made = 0;
	return [
		{
			name: "GET /v1/me",
			contenders: {
				floor: () => get(`/${floorTenant(any()[1])}/me`),
				product: () => get("/v1/me", bearer(any()[0])),
			},
		},
		{
			name: "GET a client",
			records: sizes[0] as number,
			contenders: {
				floor: () => get(`/${floorTenant(full()[1])}/records/${"1".padStart(32, "0")}`),
				product: () => {
					const turn = full();
					return get(clientPath(turn), bearer(turn[0]));
				},
			},
		},
		...sizes.map((records) => ({
			name: `GET a page of 50, ${records.toLocaleString("en")} rows`,
			records,
			contenders: {
				floor: () => get(`/${floorTenant(full()[1])}/records`),
				product: () => get("/v1/clients?limit=50", bearer(full()[0])),
			},
		})),
		{
			name: "POST a client with a key",
			contenders: {
				floor: () => ({
					method: "POST",
					path: `/${floorTenant(any()[1])}/records`,
					headers: { ...json, "Idempotency-Key": randomUUID() },
					body: JSON.stringify({ first_name: "Ada", email: `bench-${++made}@example.com` }),
					expected: 201,
				}),
				product: () => ({
					method: "POST",
					path: "/v1/clients",
					headers: { ...json, ...bearer(any()[0]), "Idempotency-Key": randomUUID() },
					body: JSON.stringify({ first_name: "Ada", email: `bench-${++made}@example.com` }),
					expected: 201,
				}),
			},
		},
	];
}
