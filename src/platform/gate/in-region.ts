import type { Region } from "../db/placement.ts";

export const inRegion = <T extends Rpc.DurableObjectBranded>(
	namespace: DurableObjectNamespace<T>,
	region: Region,
): DurableObjectNamespace<T> => (region === "any" ? namespace : inJurisdiction(namespace, region));

/** The local runtime has no jurisdictions and throws this error. In production the jurisdiction is never left out. */
function inJurisdiction<T extends Rpc.DurableObjectBranded>(
	namespace: DurableObjectNamespace<T>,
	region: "eu",
): DurableObjectNamespace<T> {
	try {
		return namespace.jurisdiction(region);
	} catch (error) {
		if (error instanceof Error && error.message.includes("not implemented in workerd")) return namespace;
		throw error;
	}
}
