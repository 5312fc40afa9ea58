import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../platform/db/database.ts";
import { oauthApps, oauthClientSecrets } from "../../../platform/db/tables/control/oauth.ts";
import { hashOfSecret, isWellFormedToken, mintToken } from "../../../platform/lib/secrets/secret-value.ts";
import { isDocumentAddress } from "./metadata-document/address.ts";

export type App = typeof oauthApps.$inferSelect;

const clientIdPrefix = "svcoa_";
const clientSecretPrefix = "svcosk_";

export const mintClientId = (): string => mintToken(clientIdPrefix);
export const mintClientSecret = (): string => mintToken(clientSecretPrefix);

/** A client id of no known form costs no read. */
export async function findApp(control: Database, clientId: string): Promise<App | undefined> {
	if (!isWellFormedToken(clientIdPrefix, clientId) && !isDocumentAddress(clientId)) return undefined;
	const [app] = await control
		.select()
		.from(oauthApps)
		.where(and(eq(oauthApps.clientId, clientId), isNull(oauthApps.deletedAt)));
	return app;
}

export async function commandLineApp(control: Database): Promise<App | undefined> {
	const [app] = await control.select().from(oauthApps).where(eq(oauthApps.commandLine, true));
	return app;
}

export async function isSecretOf(control: Database, app: App, secret: string): Promise<boolean> {
	if (!isWellFormedToken(clientSecretPrefix, secret)) return false;
	const [live] = await control
		.select()
		.from(oauthClientSecrets)
		.where(eq(oauthClientSecrets.hash, hashOfSecret(secret)));
	return live?.appId === app.id;
}
