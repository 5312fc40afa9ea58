import type { Visit } from "../frame/visit.ts";

/** The pages of records whose address is made from the id alone. */
const pages: Record<string, string> = {
	apt: "/dashboard/calendar",
	art: "/dashboard/artists",
	cli: "/dashboard/clients",
	ety: "/dashboard/event_types",
	evt: "/dashboard/events",
	frm: "/dashboard/forms",
	key: "/dashboard/api_keys",
	led: "/dashboard/leads",
	shp: "/dashboard/shops",
	wbd: "/dashboard/deliveries",
	whe: "/dashboard/webhooks",
};

interface Props {
	visit: Visit;
	id: string;
	/** Shows only the end of the id: ids of one kind begin alike. */
	short?: boolean | undefined;
	/** Default: true. */
	linked?: boolean | undefined;
}

/** `cli_01a2172ad67d73f79396cc0a32aad12e` as `cli_…aad12e`. Any other text stays unchanged. */
export const shortId = (id: string): string =>
	id.replace(/\b([a-z]{3})_[0-9a-f-]{26,30}([0-9a-f]{6})\b/g, (_, kind: string, end: string) => `${kind}_…${end}`);

const Id = ({ id, short }: Pick<Props, "id" | "short">) =>
	short && shortId(id) !== id ? <code title={id}>{shortId(id)}</code> : <code>{id}</code>;

/** An id, with a link to the page of its record if there is one. */
export const IdLink = ({ visit, id, short, linked = true }: Props) => {
	const path = linked ? pages[id.split("_")[0] ?? ""] : undefined;
	if (path === undefined) return <Id id={id} short={short} />;
	return (
		<a href={visit.to(`${path}/${id}`)}>
			<Id id={id} short={short} />
		</a>
	);
};

export const RequestLink = ({ visit, id, short }: Props) => (
	<a href={visit.to(`/dashboard/requests/${id}`)}>
		<Id id={id} short={short} />
	</a>
);

export const HistoryLink = ({ visit, id, children }: { visit: Visit; id: string; children: string }) => (
	<a href={visit.to("/dashboard/audit_log", { resource_id: id })}>{children}</a>
);
