import { betterAuthAt, type Peer } from "../setup/peer.ts";
import { copyRows, fillClientsOfFloor } from "../setup/rows.ts";
import { newStudios, type Studio } from "../setup/studios.ts";
import { bearer, get, inTurn, keyed, newEmail, type Scenario, type Scenarios, tool } from "./scenario.ts";

const many = 64;
/** The smallest number of studios that stay within their limits while their lists are read. */
const few = 16;
const floorOf = (turn: number, count: number) => `/studio-${turn % count}`;
/** Every list has at least two pages. */
const shortest = 100;

/** The most frequent requests. */
export const recordScenarios: Scenarios = (running, totals) => {
	const { runtime, origins } = running;
	let all: Studio[] = [];
	let full: Studio[] = [];
	let peer: Peer = { keys: [], basic: "", refreshTokens: [] };
	const fill = async (total: number) => {
		if (full.length === 0) full = await newStudios(origins.product, few);
		const upTo = Math.max(shortest, Math.ceil(total / few));
		const own = {
			id: "'cli_' || printf('%032x', n.i)",
			email: "'client-' || n.i || '@example.com'",
			email_key: "'client-' || n.i || '@example.com'",
		};
		for (const [n, { id: tenantId, clientId: id }] of full.entries()) {
			await copyRows(runtime, { table: "clients", tenantId, id, upTo, own });
			await fillClientsOfFloor(runtime, `studio-${n}`, upTo);
		}
	};
	const page = (total: number): Scenario => ({
		name: `GET a page of 50, ${total.toLocaleString("en")} rows`,
		kind: "page",
		prepare: () => fill(total),
		contenders: {
			floor: (turn) => get(`${floorOf(turn, few)}/records`, bearer(inTurn(full, turn))),
			product: (turn) => get("/v1/clients?limit=50", bearer(inTurn(full, turn))),
		},
	});
	const prepareAll = async () => {
		if (all.length === 0) all = await newStudios(origins.product, many);
	};
	return [
		{
			name: "GET /v1/me",
			kind: "key check",
			prepare: async () => {
				await prepareAll();
				peer = await betterAuthAt(origins["better-auth"]);
			},
			contenders: {
				floor: (turn) => get(`${floorOf(turn, many)}/me`, bearer(inTurn(all, turn))),
				product: (turn) => get("/v1/me", bearer(inTurn(all, turn))),
				"better-auth": (turn) => get("/me", bearer({ key: inTurn(peer.keys, turn) })),
			},
		},
		{
			name: "GET a client",
			kind: "read",
			prepare: () => fill(totals[0] ?? 0),
			contenders: {
				floor: (turn) => get(`${floorOf(turn, few)}/records/${"1".padStart(32, "0")}`, bearer(inTurn(full, turn))),
				product: (turn) => get(`/v1/clients/${inTurn(full, turn).clientId}`, bearer(inTurn(full, turn))),
			},
		},
		{
			name: "An agent reads a client",
			kind: "agent",
			prepare: prepareAll,
			contenders: {
				product: (turn) => get(`/v1/clients/${inTurn(all, turn).clientId}`, bearer(inTurn(all, turn))),
				agent: (turn) => {
					const { clientId: client_id, key } = inTurn(all, turn);
					return tool("read", { operation_id: "getClient", path: { client_id } }, bearer({ key }));
				},
			},
		},
		...totals.map(page),
		{
			name: "POST a client with a key",
			kind: "keyed POST",
			prepare: prepareAll,
			contenders: {
				floor: (turn) =>
					keyed(`${floorOf(turn, many)}/records`, { first_name: "Ada", email: newEmail() }, bearer(inTurn(all, turn))),
				product: (turn) => keyed("/v1/clients", { first_name: "Ada", email: newEmail() }, bearer(inTurn(all, turn))),
			},
		},
	];
};
