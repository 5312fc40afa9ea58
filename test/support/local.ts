import { env } from "cloudflare:workers";
import { localSystemCaller } from "../../src/platform/commit/system-caller.ts";
import { openWriter, type Writer } from "../../src/platform/commit/writer.ts";
import type { LocalCaller } from "../../src/platform/context.ts";
import { dataIds } from "../../src/platform/db/databases.ts";
import type { Meter } from "../../src/platform/lib/meter.ts";
import { rows } from "./database.ts";

interface Local {
	caller: LocalCaller;
	writer: Writer;
}

interface LocalOptions {
	meter?: Meter;
	waitUntil?: (work: Promise<unknown>) => void;
}

/** At its work in one data database. */
export function localIn(home: string, { meter, waitUntil = () => {} }: LocalOptions = {}): Local {
	const { databases, writer } = openWriter(
		env,
		waitUntil,
		meter ? { dataDatabaseId: home, meter } : { dataDatabaseId: home },
	);
	return { caller: localSystemCaller(env, databases, home), writer };
}

/** The same in each data database. */
export const localInEach = (opening: LocalOptions = {}): Local[] => dataIds(env).map((id) => localIn(id, opening));

export async function databaseOf(tenantId: string): Promise<string> {
	const [tenant] = await rows('SELECT "database" AS home FROM tenants WHERE id = ?', tenantId);
	return String(tenant?.home);
}
