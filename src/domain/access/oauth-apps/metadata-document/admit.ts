import { type Change, decideAgain, noChange } from "../../../../platform/commit/change.ts";
import { isTaken } from "../../../../platform/commit/transaction/refusals.ts";
import { insert } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { firstRevision } from "../../../../platform/db/record.ts";
import { oauthApps } from "../../../../platform/db/tables/control/oauth.ts";
import { scopes } from "../../../../platform/gate/scopes.ts";
import { newId } from "../../../../platform/lib/ids.ts";
import { fieldProblem, problem } from "../../../../platform/problems/problem.ts";
import { type App, findApp } from "../apps.ts";
import { type OAuthApp, toApp } from "../schema.ts";
import { documentAddressFault } from "./address.ts";
import { ownerOfAdmitted } from "./owner.ts";
import { readDocumentAt } from "./read.ts";

interface Admitted {
	app: OAuthApp;
	client_secret: null;
}

const admitted = (row: App): Admitted => ({ app: toApp(row, []), client_secret: null });

/** An app that is admitted already stays as it is. */
export async function admitApp(caller: Caller, address: string): Promise<Change<Admitted>> {
	const { control, now, settings } = caller;
	const fault = documentAddressFault(address, settings);
	if (fault) throw fieldProblem("client_id_metadata_url", fault);
	const known = await findApp(control, address);
	if (known) return noChange(admitted(known));
	const read = await readDocumentAt(address, settings);
	if ("fault" in read) throw fieldProblem("client_id_metadata_url", `The metadata document ${read.fault}.`);
	const owner = await ownerOfAdmitted(caller);
	if (!owner) throw problem("conflict", "There is no studio yet to which an app could connect. Make one first.");
	const row: App = {
		id: newId("oauth_app", now),
		tenantId: owner.id,
		clientId: address,
		...read,
		description: null,
		homepageUrl: null,
		scopes: [...scopes],
		type: "public",
		firstParty: false,
		commandLine: false,
		status: "ACTIVE",
		documentTriedAt: now,
		documentReadAt: now,
		documentFault: null,
		deletedAt: null,
		...firstRevision(now),
	};
	return {
		result: admitted(row),
		tenantId: owner.id,
		inControlDatabase: true,
		writes: [insert(oauthApps).values(row)],
		audit: { action: "oauth_app.created", resourceId: row.id },
		onRefused: (refusal) => (isTaken(refusal, "oauth_apps.client_id") ? decideAgain : undefined),
	};
}
