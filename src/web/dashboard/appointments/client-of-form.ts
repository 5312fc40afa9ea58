import { clientWithEmail } from "../../../domain/clients/clients/lookup.ts";
import { getClient, listClients } from "../../../domain/clients/clients/operations.ts";
import { type Client, type NewClient, newClient, searchQuery } from "../../../domain/clients/clients/schema.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal, parseBody } from "../forms/execute-form.ts";
import { textOf, textOrNull } from "../forms/form-values.ts";
import { refuseField } from "./wanted-time.ts";

/** At most this many clients are offered. */
const maxMatches = 10;

/** Of a search that finds nobody, at most so many pages are read. Each looks at 500 clients. */
const maxPages = 10;

/** The client of a form: an existing one, or one to create. */
export type ClientOfForm = { id: string } | { newcomer: NewClient };

/** Without a chosen client or a typed email of one, the form is shown again with matching clients. */
export async function clientOfForm(ctx: Ctx, values: FormValues): Promise<ClientOfForm> {
	const text = textOf(values, "client") ?? "";
	const isSearch = values.search !== undefined;
	const chosen = textOf(values, "client_id");
	if (chosen && !isSearch) return { id: chosen };
	if (text === "") throw refuseField("client", "Choose the client.");
	if (isSearch || !text.includes("@")) throw await refuseWithMatches(ctx, text, isSearch);
	if (!newClient.shape.email.safeParse(text).success) throw refuseField("client", "This is not an email address.");
	const known = await clientWithEmail(ctx, text.trim());
	if (known !== undefined) return { id: known };
	if (!textOf(values, "first_name")) {
		const fields = { first_name: "Enter the first name of the new client." };
		throw new FormRefusal({ summary: "No client has this email, so a new client will be created.", fields }, 422);
	}
	const body = {
		email: text,
		first_name: textOf(values, "first_name"),
		last_name: textOrNull(values, "last_name"),
		phone: textOrNull(values, "phone"),
		date_of_birth: textOrNull(values, "date_of_birth"),
	};
	return { newcomer: parseBody(newClient, body) };
}

async function refuseWithMatches(ctx: Ctx, text: string, isSearch: boolean): Promise<FormRefusal> {
	const matches = await matchesOf(ctx, text);
	if (matches.length === 0) {
		const fault = "No client matches. For a new client, type the email address here and the name below.";
		return new FormRefusal({ summary: "No client was found.", fields: { client: fault } }, 422);
	}
	if (isSearch) return new FormRefusal(undefined, 200, { matches });
	const fields = { client_id: "Choose the client." };
	return new FormRefusal({ summary: "Several clients match. Nothing has been booked yet.", fields }, 422, { matches });
}

async function matchesOf(ctx: Ctx, text: string): Promise<Client[]> {
	if (text.includes("@")) {
		const known = await clientWithEmail(ctx, text);
		if (known !== undefined) return [await getClient(ctx, known)];
	}
	const query = searchQuery.safeParse(text);
	if (!query.success) return [];
	let after: string | undefined;
	for (let n = 0; n < maxPages; n++) {
		const { rows, nextAfter } = await listClients(ctx, { q: query.data }, { after, take: maxMatches });
		if (rows.length > 0 || nextAfter === undefined) return rows;
		after = nextAfter;
	}
	return [];
}
