import { clientCall } from "../../../api/examples/client-call.ts";
import { endpoints } from "../../../api/v1.ts";

const segmentsOf = (path: string): string[] => path.split("/");

const matches = (pattern: string, path: string): boolean => {
	const given = segmentsOf(path);
	const parts = segmentsOf(pattern);
	return parts.length === given.length && parts.every((part, n) => part.startsWith(":") || part === given[n]);
};

/** The client chooses the size of pages itself. */
export function inClient(method: string, path: string, body: unknown): string | undefined {
	const { pathname, searchParams } = new URL(path, "https://path.invalid");
	// `/v1/time_blocks/{id}` must not be taken for `/v1/{kind}/{id}`, so paths without parameters come first.
	const candidates = endpoints.filter((one) => one.method === method && matches(one.path, pathname));
	const [endpoint] = candidates.toSorted((a, b) => a.path.split(":").length - b.path.split(":").length);
	if (!endpoint) return undefined;
	const given = segmentsOf(pathname);
	const ids = segmentsOf(endpoint.path).flatMap((part, n) => (part.startsWith(":") ? [given[n] ?? ""] : []));
	searchParams.delete("limit");
	return clientCall(endpoint, { ids, query: Object.fromEntries(searchParams), body });
}
