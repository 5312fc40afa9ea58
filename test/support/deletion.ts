import type { LocalWriter } from "../../src/domain/access/tenants/removal/remove-data.ts";
import { removeTenants } from "../../src/domain/access/tenants/removal/remove-tenants.ts";
import type { Writer } from "../../src/platform/commit/writer.ts";
import { advance } from "./clock.ts";
import { localIn } from "./local.ts";
import { operate } from "./world.ts";

const day = 86_400;

// biome-ignore lint/suspicious/noExplicitAny: a tenant as JSON
export const deleteTenant = async (id: string, status = 202): Promise<any> =>
	(await operate(status, `/admin/tenants/${id}`, { method: "DELETE" })).body;

// biome-ignore lint/suspicious/noExplicitAny: a tenant as JSON
export const restoreTenant = async (id: string, status = 200): Promise<any> =>
	(await operate(status, `/admin/tenants/${id}/restore`, { method: "POST" })).body;

export const letDaysPass = (days: number): string => advance(days * day);

export async function removeIn(
	binding: string,
	{ wrap = (writer) => writer, forMs = 10_000 }: { wrap?: (writer: Writer) => Writer; forMs?: number } = {},
): Promise<void> {
	const { caller, writer } = localIn(binding);
	await removeTenants(wrap(writer) as LocalWriter, caller, forMs);
}
