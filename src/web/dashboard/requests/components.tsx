import type { listRequests } from "../../../domain/access/requests/operations.ts";
import { Badge } from "../../ui/components/elements.tsx";

export const path = "/dashboard/requests";

export type ListedRequest = Awaited<ReturnType<typeof listRequests>>[number];

export const Status = ({ status }: { status: number }) => (
	<Badge tone={status < 300 ? "good" : status < 400 ? "plain" : status < 500 ? "warn" : "bad"}>{status}</Badge>
);

export const CodeLink = ({ code }: { code: string | null }) =>
	code === null ? (
		<>–</>
	) : (
		<a href={`/docs/errors/${code}`}>
			<code>{code}</code>
		</a>
	);
