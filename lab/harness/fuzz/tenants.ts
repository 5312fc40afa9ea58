import type { Caller } from "../caller.ts";
import { newClient, newStudio, noon, request } from "../studio.ts";

export interface Tenant {
	id: string;
	key: string;
	records: Record<string, string[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Body = any;

export async function newTenantWithRecords(caller: Caller): Promise<Tenant> {
	const { id, key, artistId, clientId, typeId } = await newStudio(caller);
	const post = (path: string, body: object = {}, status = 201): Promise<Body> =>
		request(caller, ["POST", path, status], { key, body });
	const several = (count: number, make: (n: number) => Promise<Body>): Promise<string[]> =>
		Promise.all(Array.from({ length: count }, async (_, n) => (await make(n)).id));
	const clients = [clientId, await newClient(caller, key), await newClient(caller, key)];
	const shops = await several(2, (n) => post("/v1/shops", { name: `Shop ${n}` }));
	const leads = await several(3, (n) => post("/v1/leads", { first_name: `Lead ${n}` }));
	const ideas = await several(3, () => post("/v1/ideas", { client_id: clientId, subject: "Fern" }));
	const appointments = await several(2, (n) =>
		post("/v1/appointments", {
			artist_id: artistId,
			client_id: clientId,
			event_type_id: typeId,
			start_at: noon(20 + n),
		}),
	);
	const fields = [{ key: "placement", label: "Placement", type: "text" }];
	const forms = await several(2, () => post("/v1/forms", { name: "Intake", fields }));
	const submission = await post(`/v1/forms/${forms[0]}/submissions`, { submission_data: { placement: "Arm" } });
	const block = { start_at: noon(40), end_at: noon(41) };
	const blocks = await several(2, () => post(`/v1/artists/${artistId}/time_blocks`, block));
	// Nothing listens at this address.
	const { endpoint } = await post("/v1/webhook_endpoints", { url: "http://127.0.0.1:1025/", events: ["payout.paid"] });
	const delivery = await post(`/v1/webhook_endpoints/${endpoint.id}/test`, {}, 200);
	const target = { target_url: "http://127.0.0.1:1025/hook", trigger: "new_form_submission" };
	const hook = await post("/v1/automation/hooks", target);
	const { body: events } = await caller.call("GET", "/v1/events?limit=5", { key });
	const records = {
		cli: clients,
		art: [artistId],
		ety: [typeId],
		shp: shops,
		led: leads,
		ide: ideas,
		apt: appointments,
		frm: forms,
		fsb: [submission.id],
		tbl: blocks,
		whe: [endpoint.id],
		wbd: [delivery.id],
		hok: [hook.id],
		evt: events.data.map((event: Body) => event.id),
	};
	return { id, key, records };
}
