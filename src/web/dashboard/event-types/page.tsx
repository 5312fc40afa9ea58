import type { Picture } from "../../../domain/pictures/schema.ts";
import { eventTypeFields } from "../../../domain/studio/event-types/fields.ts";
import type { EventType } from "../../../domain/studio/event-types/schema.ts";
import type { Named } from "../../../domain/studio/names.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { Badge, Code, Empty, Facts, Pager, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { Select } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Table } from "../../ui/components/table.tsx";
import { MetadataPanel } from "../components/metadata-panel.tsx";
import { factsOf } from "../fields/facts.tsx";
import { selectOptions } from "../forms/select-options.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { Filters, Results, resultCount } from "../lists/filters.tsx";
import { path, pathOf } from "./paths.ts";
import { TypePicture } from "./picture.tsx";
import { basics, groups } from "./properties.ts";
import { idleTypes } from "./values.ts";

const State = ({ type }: { type: EventType }) => {
	if (!type.is_active) return <Badge tone="warn">Not active</Badge>;
	if (type.visibility === "PUBLIC") return <Badge tone="good">Public</Badge>;
	return <Badge tone="info">{type.visibility === "UNLISTED" ? "Unlisted" : "Private"}</Badge>;
};

interface ListProps {
	visit: Visit;
	types: EventType[];
	artists: Named[];
	next: string | undefined;
}

export const EventTypes = ({ visit, types, artists, next }: ListProps) => {
	const { artist_id = "" } = visit.c.req.query();
	const names = new Map(artists.map(({ id, name }) => [id, name]));
	return (
		<>
			<Title text="Event types" lead="The services that clients can book, with their length, price and rules.">
				<a class="button primary" href={visit.to(`${path}/new`, { artist_id })}>
					<Icon name="plus" />
					New event type
				</a>
			</Title>
			<DoneNote visit={visit} words={{ deleted: "The event type has been deleted." }} />
			<Panel>
				{(types.length > 0 || artist_id !== "") && (
					<Filters visit={visit} action={path}>
						<Select
							of={{ values: { artist_id: [artist_id] } }}
							name="artist_id"
							label="Artist"
							options={[{ value: "", text: "All" }, ...selectOptions(artists)]}
						/>
						<button type="submit">Show</button>
					</Filters>
				)}
				<Results announcement={resultCount("event types", types, next)}>
					{types.length > 0 ? (
						<Table
							label="Event types"
							rows={types}
							columns={[
								{ head: "Name", kind: "lead", cell: (type) => <a href={visit.to(pathOf(type))}>{type.name}</a> },
								{ head: "State", cell: (type) => <State type={type} /> },
								{ head: "Artist", cell: (type) => names.get(type.artist_id) ?? type.artist_slug },
								{ head: "Length", cell: ({ duration_minutes }) => <span class="nowrap">{duration_minutes} min</span> },
								{
									head: "Booking address",
									cell: ({ booking_url }) => (
										<code>
											<Breakable text={booking_url} />
										</code>
									),
								},
							]}
						/>
					) : artist_id !== "" ? (
						<Empty title="No event types of this artist">Choose another artist, or create one.</Empty>
					) : (
						<Empty
							title="No event types yet"
							actions={
								<a class="button" href={visit.to(`${path}/new`)}>
									Create an event type
								</a>
							}
						>
							Create one for each service, such as a consultation or a full day.
						</Empty>
					)}
					<Pager next={next} />
				</Results>
			</Panel>
		</>
	);
};

const done = {
	created: "The event type has been created.",
	changed: "The event type has been changed.",
	deactivated: "The event type has been deactivated. Its appointments stay.",
	activated: "The event type can be booked again.",
	picture: "The event type shows its picture.",
	no_picture: "The event type shows no picture.",
};

interface PageProps {
	visit: Visit;
	type: EventType;
	artist: string;
	forms: Named[];
	pictures: readonly Picture[];
}

export const EventTypePage = ({ visit, type, artist, forms, pictures }: PageProps) => {
	const at = (step: string) => visit.to(`${pathOf(type)}/${step}`);
	const idle = idleTypes(type);
	const facts = (names: readonly string[]) =>
		factsOf(type, {
			fields: eventTypeFields,
			names: names.filter((name) => !idle.has(name) && name !== "image_url"),
			choices: { form: forms },
		});
	return (
		<>
			<Title
				text={type.name}
				back={{ href: visit.to(path), text: "Event types" }}
				beside={<State type={type} />}
				lead={`With ${artist}`}
			>
				<a class="button" href={at("edit")}>
					Edit
				</a>
				{type.is_active ? (
					<PostButton action={at("deactivate")}>Deactivate</PostButton>
				) : (
					<PostButton action={at("activate")}>Activate</PostButton>
				)}
				<a class="button danger" href={at("delete")}>
					Delete
				</a>
			</Title>
			<DoneNote visit={visit} words={done} />
			<Panel>
				<Facts
					of={[
						["Artist", <a href={visit.to(`/dashboard/artists/${type.artist_id}`)}>{artist}</a>],
						...facts(basics.filter((name) => name !== "name")),
						["Id", <code>{type.id}</code>],
					]}
				/>
				<Code id="booking-address" label="Booking address" text={type.booking_url} />
			</Panel>
			<TypePicture visit={visit} type={type} pictures={pictures} />
			{groups.map(({ title, properties }) => {
				const known = facts(properties);
				return (
					known.length > 0 && (
						<Panel title={title}>
							<Facts of={known} />
						</Panel>
					)
				);
			})}
			<MetadataPanel of={type.metadata} />
		</>
	);
};
