import type { Artist } from "../../../domain/studio/artists/schema.ts";
import type { ArtistWithShop } from "../../../domain/studio/artists/with-shop.ts";
import type { Named } from "../../../domain/studio/names.ts";
import { Badge, Empty, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { Select } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Table } from "../../ui/components/table.tsx";
import { selectOptions } from "../forms/select-options.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { Filters, Results, resultCount } from "../lists/filters.tsx";
import { path, pathOf } from "./paths.ts";

export const State = ({ artist }: { artist: Artist }) =>
	artist.status === "ACTIVE" ? <Badge tone="good">Active</Badge> : <Badge tone="warn">Deactivated</Badge>;

interface Props {
	visit: Visit;
	found: ArtistWithShop[];
	shops: Named[];
	next: string | undefined;
}

export const Artists = ({ visit, found, shops, next }: Props) => {
	const { shop_id = "", status = "" } = visit.c.req.query();
	const isFiltered = shop_id !== "" || status !== "";
	const of = { values: { shop_id: [shop_id], status: [status] } };
	return (
		<>
			<Title text="Artists" lead="All artists of the studio, with their hours and event types.">
				<a class="button primary" href={visit.to(`${path}/new`)}>
					<Icon name="plus" />
					New artist
				</a>
			</Title>
			<DoneNote visit={visit} words={{ deleted: "The artist has been deleted." }} />
			<Panel>
				{(found.length > 0 || isFiltered) && (
					<Filters visit={visit} action={path}>
						<Select
							of={of}
							name="shop_id"
							label="Shop"
							options={[{ value: "", text: "All" }, ...selectOptions(shops)]}
						/>
						<Select
							of={of}
							name="status"
							label="Status"
							options={[
								{ value: "", text: "All" },
								{ value: "ACTIVE", text: "Active" },
								{ value: "DEACTIVATED", text: "Deactivated" },
							]}
						/>
						<button type="submit">Show</button>
					</Filters>
				)}
				<Results announcement={resultCount("artists", found, next)}>
					{found.length > 0 ? (
						<Table
							label="Artists"
							rows={found}
							columns={[
								{
									head: "Name",
									kind: "lead",
									cell: ({ artist }) => <a href={visit.to(pathOf(artist))}>{artist.name}</a>,
								},
								{ head: "Status", cell: ({ artist }) => <State artist={artist} /> },
								{ head: "Shop", cell: ({ shop }) => shop ?? "–" },
								{ head: "Time zone", cell: ({ artist }) => artist.timezone.replaceAll("_", " ") },
								{
									head: "Working hours",
									cell: ({ artist: { working_hours: hours } }) => {
										const days = new Set(hours.map(({ weekday }) => weekday)).size;
										return days === 0 ? (
											<Badge tone="warn">Not set</Badge>
										) : (
											`${days} ${days === 1 ? "day" : "days"} a week`
										);
									},
								},
							]}
						/>
					) : isFiltered ? (
						<Empty title="No artist matches">Choose another shop or another status.</Empty>
					) : (
						<Empty
							title="No artists yet"
							actions={
								<a class="button" href={visit.to(`${path}/new`)}>
									Create an artist
								</a>
							}
						>
							Create one, set the working hours, and add event types. Then clients can book.
						</Empty>
					)}
					<Pager next={next} />
				</Results>
			</Panel>
		</>
	);
};
