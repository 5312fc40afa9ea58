import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operatorEndpoints } from "../../src/api/operator/endpoints.ts";
import type { OperatorCaller } from "../../src/domain/access/databases/operator-caller.ts";
import type { ChangeEndpoint, Endpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { overtaken, settledDatabase, wholeDatabase } from "../support/database.ts";
import { deleteTenant } from "../support/deletion.ts";
import { expectProblem } from "../support/expect.ts";
import { MailService } from "../support/mail-service.ts";
import { finishMove, otherDatabase } from "../support/moves.ts";
import { post } from "../support/oauth.ts";
import { everyPair } from "../support/pairs.ts";
import { linkTo } from "../support/people.ts";
import { Receiver } from "../support/receiver.ts";
import { at, newStudio, type Studio } from "../support/studio.ts";
import { operate } from "../support/world.ts";

type Change = ChangeEndpoint<OperatorCaller>;

const changes = operatorEndpoints.filter(
	(endpoint): endpoint is Change => endpoint.kind === "change" && endpoint.changedRecord !== null,
);

let studio: Studio;
new MailService();
beforeAll(async () => {
	new Receiver();
	studio = await newStudio();
});
beforeEach(() => advance(60));

const make = async (path: string, body: object) => (await operate(201, path, { body })).body;
const act = (path: string, body?: object, method = "POST") =>
	operate(200, path, body === undefined ? { method } : { method, body });

const newUser = (given: object = { password: "fern and dagger" }) =>
	make(`/admin/tenants/${studio.id}/users`, { email: `${crypto.randomUUID()}@example.com`, role: "STAFF", ...given });
const newKeyPath = async () =>
	`/admin/api_keys/${(await make(`/admin/tenants/${studio.id}/api_keys`, { name: "CRM" })).api_key.id}`;
async function newAppPath(): Promise<string> {
	const given = {
		tenant_id: studio.id,
		name: "Inkflow",
		redirect_uris: ["https://app.test/"],
		scopes: ["read:clients"],
	};
	return `/admin/oauth_apps/${(await make("/admin/oauth_apps", given)).app.id}`;
}
async function newTypePath(): Promise<string> {
	const given = { artist_id: studio.artistId, name: "Flash", slug: `f-${crypto.randomUUID()}` };
	const { id } = await make(`/admin/tenants/${studio.id}/event_types`, {
		...given,
		duration_minutes: 60,
		kind: "TATTOO",
	});
	return `/admin/event_types/${id}`;
}
const newArtistId = async () => (await call(201, "/v1/artists", { key: studio.key, body: { name: "Kai" } })).body.id;
async function newFeePath(): Promise<string> {
	const { key, clientId: client_id } = studio;
	const booking = { artist_id: await newArtistId(), client_id, start_at: at("10:00"), end_at: at("11:00") };
	const { id } = (await call(201, "/v1/appointments", { key, body: booking })).body;
	await call(200, `/v1/appointments/${id}`, { key, method: "PATCH", body: { status: "CANCELLED" } });
	await make(`/admin/appointments/${id}/cancellation_fee`, { amount: 2500, currency: "EUR" });
	return `/admin/appointments/${id}/cancellation_fee`;
}

interface Case {
	path: string;
	body?: object;
	/** Reads the record whose version counts. */
	read: (() => Promise<string>) | string;
}

const tagAt = async (path: string, key?: string): Promise<string> =>
	(key ? await call(200, path, { key }) : await operate(200, path)).headers.get("ETag") ?? "";

/** A change of each kind, of a record of its own. */
const cases: Record<string, () => Promise<Case>> = {
	adminUpdateTenant: async () => {
		const { id } = await make("/admin/tenants", { name: "Anchor", email: "anchor@example.com" });
		return { path: `/admin/tenants/${id}`, body: { name: "Anchor Tattoo" }, read: `/admin/tenants/${id}` };
	},
	adminDeleteTenant: async () => {
		const { id } = await make("/admin/tenants", { name: "Anchor", email: "anchor@example.com" });
		return { path: `/admin/tenants/${id}`, read: `/admin/tenants/${id}` };
	},
	adminRestoreTenant: async () => {
		const { id } = await make("/admin/tenants", { name: "Anchor", email: "anchor@example.com" });
		await deleteTenant(id);
		return { path: `/admin/tenants/${id}/restore`, read: `/admin/tenants/${id}` };
	},
	adminMoveTenant: async () => {
		const { id } = await make("/admin/tenants", { name: "Anchor", email: "anchor@example.com" });
		const body = { database: await otherDatabase(id) };
		return { path: `/admin/tenants/${id}/move`, body, read: `/admin/tenants/${id}` };
	},
	adminUpdateUser: async () => {
		const path = `/admin/tenants/${studio.id}/users/${(await newUser()).id}`;
		return { path, body: { role: "OWNER" }, read: path };
	},
	adminDeleteUser: async () => {
		const path = `/admin/tenants/${studio.id}/users/${(await newUser()).id}`;
		return { path, read: path };
	},
	adminResendInvitation: async () => {
		const path = `/admin/tenants/${studio.id}/users/${(await newUser({})).id}`;
		return { path: `${path}/resend_invitation`, read: path };
	},
	adminUpdateApiKey: async () => {
		const path = await newKeyPath();
		return { path, body: { name: "Bookkeeping" }, read: path };
	},
	adminRotateApiKey: async () => {
		const path = await newKeyPath();
		return { path: `${path}/rotate`, body: { overlap_seconds: 60 }, read: path };
	},
	adminEndReplacedValue: async () => {
		const path = await newKeyPath();
		await act(`${path}/rotate`, { overlap_seconds: 3600 });
		return { path: `${path}/end_replaced_value`, read: path };
	},
	adminUpdateOAuthApp: async () => {
		const path = await newAppPath();
		return { path, body: { name: "Inkflow 2" }, read: path };
	},
	adminDeleteOAuthApp: async () => {
		const path = await newAppPath();
		await act(path, { status: "SUSPENDED" }, "PATCH");
		return { path, read: path };
	},
	adminRotateOAuthAppSecret: async () => {
		const path = await newAppPath();
		return { path: `${path}/rotate_secret`, read: path };
	},
	adminEndReplacedOAuthAppValue: async () => {
		const path = await newAppPath();
		await act(`${path}/rotate_secret`);
		return { path: `${path}/end_replaced_value`, read: path };
	},
	adminRefundCancellationFee: async () => {
		const path = await newFeePath();
		return { path: `${path}/refund`, read: path };
	},
	adminUpdateEventType: async () => {
		const path = await newTypePath();
		return { path, body: { duration_minutes: 90 }, read: path };
	},
	adminDeleteEventType: async () => {
		const path = await newTypePath();
		return { path, read: path };
	},
	adminSetWorkingHours: async () => {
		const id = await newArtistId();
		const hours = [{ weekday: 2, start: "10:00", end: "18:00" }];
		const read = () => tagAt(`/v1/artists/${id}`, studio.key);
		return { path: `/admin/artists/${id}/working_hours`, body: { hours }, read };
	},
	adminDeleteTimeBlock: async () => {
		const times = { start_at: at("10:00"), end_at: at("11:00") };
		const { id } = await make(`/admin/artists/${await newArtistId()}/time_blocks`, times);
		return { path: `/admin/time_blocks/${id}`, read: `/admin/time_blocks/${id}` };
	},
	adminSetExternalCalendar: async () => {
		const path = `/admin/artists/${await newArtistId()}/external_calendar`;
		const busy = [{ start_at: at("10:00"), end_at: at("11:00") }];
		await act(path, { busy }, "PUT");
		return { path, body: { busy: [] }, read: path };
	},
};

const caseOf = async ({ id, method }: Change) => {
	const made = await cases[id]?.();
	if (!made) throw new Error(`There is no case of ${id}.`);
	const { path, body, read } = made;
	const request = (headers: Record<string, string>) => ({
		method,
		...(body ? { body } : {}),
		headers: { ...headers, Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
	});
	return { path, request, tag: () => (typeof read === "string" ? tagAt(read) : read()) };
};

const atEachChange = (tried: Record<string, (change: Change) => Promise<void>>) =>
	it.each(
		everyPair(Object.entries(tried), changes).map(
			([[name, run], change]) => [change.id, name, () => run(change)] as const,
		),
	)("%s %s", async (_, __, run) => await run());

/** The schema of the record in the answers of an endpoint. */
const recordOf = ({ answer: { shape } }: Endpoint<OperatorCaller>) =>
	"object" in shape ? shape : ((shape.app ?? shape.api_key) as typeof shape & { shape: typeof shape }).shape;

describe("the records of the operator", () => {
	it("say what they are, and those that change say since when and until when, and have a tag", () => {
		const unchanging = ["health", "event", "audit_entry", "webhook_key"];
		for (const endpoint of operatorEndpoints) {
			const record = recordOf(endpoint);
			const type = (record.object as unknown as { value: string }).value;
			const isDeletion = "deleted" in record;
			const changes = !isDeletion && !unchanging.includes(type);
			expect(["created_at" in record || unchanging.includes(type), "updated_at" in record], endpoint.id).toEqual([
				!isDeletion,
				changes,
			]);
			const isSingle = endpoint.kind === "change" || endpoint.shape === "record";
			expect(endpoint.hasEtag, endpoint.id).toBe(changes && isSingle);
		}
	});

	it("can be changed at a demanded version alone, whatever the operation", () => {
		const named = operatorEndpoints.filter(
			(endpoint) => endpoint.kind === "change" && Object.keys(endpoint.params).length > 0 && endpoint.status !== 201,
		);
		expect(changes.map(({ id }) => id).sort()).toEqual(named.map(({ id }) => id).sort());
		expect(Object.keys(cases).sort()).toEqual(changes.map(({ id }) => id).sort());
	});

	it.each(["/admin/tenants/:id", "user", "key", "app", "fee", "event type", "calendar", "time block"])(
		"are not sent to who has them: %s",
		async (what) => {
			const user = async () => `/admin/tenants/${studio.id}/users/${(await newUser()).id}`;
			const calendar = async () => (await cases.adminSetExternalCalendar?.())?.path ?? "";
			const block = async () => (await cases.adminDeleteTimeBlock?.())?.path ?? "";
			const paths: Record<string, () => Promise<string>> = { user, calendar, "time block": block };
			Object.assign(paths, { key: newKeyPath, app: newAppPath, fee: newFeePath, "event type": newTypePath });
			const path = (await paths[what]?.()) ?? `/admin/tenants/${studio.id}`;
			const tag = await tagAt(path);
			expect(tag).toMatch(/^"[\w.-]+"$/);
			const known = await operate(304, path, { headers: { "If-None-Match": `"none", W/${tag}` } });
			expect([known.text, known.headers.get("ETag")]).toEqual(["", tag]);
			await operate(200, path, { headers: { "If-None-Match": '"0"' } });
			const wrong = await operate(400, path, { headers: { "If-None-Match": tag.slice(1) } });
			expect(wrong.body.errors[0]).toMatchObject({ location: "headers", path: "If-None-Match" });
		},
	);
});

describe("a change by the operator:", () => {
	atEachChange({
		"is made at the version that is demanded, and tells the next one": async (change) => {
			const { path, request, tag } = await caseOf(change);
			const before = await tag();
			const { headers } = await call(change.status, path, request({ "If-Match": `"0", ${before}` }));
			if (!change.hasEtag) return;
			const [isMove, told] = [change.id === "adminMoveTenant", headers.get("ETag")];
			// The audit entry of the change adds to the stored bytes of the tenant, which the tag has behind its dot.
			const shown = (one: string | null) =>
				/^admin(Update|Delete|Restore)Tenant$/.test(change.id) ? one?.split(".")[0] : one;
			expect(shown(told)).toBe(shown(await (isMove ? tagAt(path) : tag())));
			expect(shown(told)).not.toBe(shown(before));
		},

		"is not made at another version, and leaves the record as it was": async (change) => {
			const { path, request, tag } = await caseOf(change);
			const before = await tag();
			for (const other of ['"0"', `W/${before}`]) {
				const answer = await send(path, request({ "If-Match": other }));
				expectProblem(answer, path, "precondition_failed");
			}
			expect(await tag()).toBe(before);
			await call(change.status, path, request({ "If-Match": "*" }));
		},

		"is not made if another one overtakes it between its decision and its commit": async (change) => {
			const { path, request, tag } = await caseOf(change);
			const { method, headers, body } = request({ "If-Match": await tag() });
			const content = { "Content-Type": "application/json" };
			const init = { method, headers: { ...headers, ...content }, ...(body ? { body: JSON.stringify(body) } : {}) };
			const answer = await overtaken(() => call(change.status, path, request({})), path, init);
			const isGone = method === "DELETE" && answer.status === 404;
			// An order to move changes nothing of the tenant. The other order stands in the way.
			const expected = change.id === "adminMoveTenant" ? "conflict" : "precondition_failed";
			if (!isGone) expect(answer.body.code, JSON.stringify(answer.body)).toBe(expected);
		},

		"is made once of two at the same moment": async (change) => {
			const { path, request, tag } = await caseOf(change);
			const headers = { "If-Match": await tag() };
			const answers = await Promise.all([send(path, request(headers)), send(path, request(headers))]);
			const [first, second] = answers.map(({ status }) => status).sort();
			expect(first).toBe(change.status);
			expect(change.id === "adminMoveTenant" ? [409] : [404, 412]).toContain(second);
		},

		"leaves no trace where it is so already": async (change) => {
			if (!/PATCH|PUT/.test(change.method) && !change.path.endsWith("end_replaced_value")) return;
			const { path, request } = await caseOf(change);
			const { body } = await call(200, path, request({}));
			const before = await settledDatabase();
			advance(60);
			expect({ ...(await call(200, path, request({}))).body, stored_bytes: 0 }).toEqual({ ...body, stored_bytes: 0 });
			expect(await wholeDatabase()).toEqual(before);
		},

		"is refused for a demand of the wrong form": async (change) => {
			const { path, request } = await caseOf(change);
			const answer = await send(path, request({ "If-Match": "*,*" }));
			expectProblem(answer, path, "validation_failed");
			expect(answer.body.errors[0]).toMatchObject({ location: "headers", path: "If-Match" });
		},
	});
});

describe("the version of", () => {
	it("a user rises with each change of the person and of the seat", async () => {
		// The last owner of a studio could not become STAFF.
		await newUser({ password: "fern and dagger", role: "OWNER" });
		const email = `${crypto.randomUUID()}@example.com`;
		const path = `/admin/tenants/${studio.id}/users/${(await newUser({ email })).id}`;
		const versions = [await tagAt(path)];
		const note = async () => versions.push(await tagAt(path));
		await act(path, { role: "OWNER" }, "PATCH").then(note);
		await act(`${path}/resend_invitation`).then(note);
		await post(await linkTo(email), { password: "fern and dagger" }).then(note);
		await act(path, { role: "STAFF" }, "PATCH").then(note);
		const numbers = versions.map((tag) => Number(tag.slice(1, -1)));
		expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
		expect((await operate(200, path)).body).toMatchObject({ status: "ACTIVE", role: "STAFF" });
	});

	it("a move is the tenant's, and each step of the move has another tag", async () => {
		const { id } = await make("/admin/tenants", { name: "Anchor", email: "anchor@example.com" });
		const path = `/admin/tenants/${id}/move`;
		const ordered = await act(path, { database: await otherDatabase(id) });
		expect(ordered.body.updated_at).toBe(ordered.body.created_at);
		expect(await tagAt(path)).toBe(ordered.headers.get("ETag"));
		advance(60);
		await finishMove(id);
		const done = await operate(200, path);
		expect(done.body.status).toBe("DONE");
		expect(done.body.updated_at > done.body.created_at).toBe(true);
		const tags = [ordered.headers.get("ETag"), done.headers.get("ETag"), await tagAt(`/admin/tenants/${id}`)];
		expect(tags.map((tag) => tag?.slice(1, -1).split(".")[0])).toEqual(["1", "2", "2"]);
		expect(done.headers.get("ETag")).not.toBe(ordered.headers.get("ETag"));
	});
});
