import {
	leftSecretsPath as path,
	removeShownSecret,
	showSecret,
	waitingSecrets,
} from "../../../domain/access/left-secrets/left-secrets.ts";
import { gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import { ShownSecret, WaitingSecrets } from "./page.tsx";

export const newSecretPages = new Area("owner");

newSecretPages.form(
	path,
	{},
	{
		kind: "change",
		secret: true,
		show: async (visit, _, again) => {
			const secrets = await waitingSecrets(gateRequestOf(visit.c), visit.studio, visit.ctx.vault);
			return { title: "Waiting secrets", body: <WaitingSecrets visit={visit} secrets={secrets} again={again} /> };
		},
		operation: (visit, values) => (ctx) =>
			showSecret(ctx, gateRequestOf(visit.c), visit.studio, textOf(values, "secret") ?? ""),
		afterSubmit: async (visit, shown) => {
			await removeShownSecret(gateRequestOf(visit.c), visit.studio, shown.id);
			return { title: "The secret", body: <ShownSecret visit={visit} shown={shown} /> };
		},
	},
);
