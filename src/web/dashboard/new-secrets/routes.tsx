import {
	leftSecretsPath as path,
	removeShownSecret,
	showSecret,
	type WaitingSecret,
	waitingSecrets,
} from "../../../domain/access/left-secrets/left-secrets.ts";
import { gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { type Records, recordsOf } from "../components/records.tsx";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { ShownSecret, WaitingSecrets } from "./page.tsx";

export const newSecretPages = new Area("owner");

const ownersOf = (visit: Visit, secrets: WaitingSecret[]): Promise<Records> =>
	recordsOf(
		visit,
		secrets.map(({ recordId }) => recordId),
	);

newSecretPages.form(
	path,
	{},
	{
		kind: "change",
		secret: true,
		show: async (visit, _, again) => {
			const secrets = await waitingSecrets(gateRequestOf(visit.c), visit.studio, visit.ctx.vault);
			const records = await ownersOf(visit, secrets);
			return {
				title: "Waiting secrets",
				body: <WaitingSecrets visit={visit} secrets={secrets} records={records} again={again} />,
			};
		},
		operation: (visit, values) => (ctx) =>
			showSecret(ctx, gateRequestOf(visit.c), visit.studio, textOf(values, "secret") ?? ""),
		afterSubmit: async (visit, shown) => {
			await removeShownSecret(gateRequestOf(visit.c), visit.studio, shown.id);
			const records = await ownersOf(visit, [shown]);
			return { title: "The secret", body: <ShownSecret visit={visit} shown={shown} records={records} /> };
		},
	},
);
