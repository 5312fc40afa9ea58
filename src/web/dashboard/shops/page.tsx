import type { CalendarFeed } from "../../../domain/booking/calendar-feeds/schema.ts";
import { shopFields } from "../../../domain/studio/shops/fields.ts";
import type { Shop } from "../../../domain/studio/shops/schema.ts";
import { Empty, Facts, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Submit } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Table } from "../../ui/components/table.tsx";
import { FeedPanel, feedDone } from "../calendar-feeds/panel.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { factsOf } from "../fields/facts.tsx";
import { FieldInputs } from "../fields/inputs.tsx";
import { FormId } from "../forms/form-id.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { path, pathOf } from "./paths.ts";

const back = (visit: Visit) => ({ href: visit.to(path), text: "Shops" });

export const Shops = ({ visit, shops, next }: { visit: Visit; shops: Shop[]; next: string | undefined }) => (
	<>
		<Title text="Shops" lead="The places where your artists work.">
			<a class="button primary" href={visit.to(`${path}/new`)}>
				<Icon name="plus" />
				New shop
			</a>
		</Title>
		<DoneNote visit={visit} words={{ deleted: "The shop has been deleted." }} />
		<Panel>
			{shops.length === 0 ? (
				<Empty
					title="No shops yet"
					actions={
						<a class="button" href={visit.to(`${path}/new`)}>
							Create a shop
						</a>
					}
				>
					A shop has an address and a time zone. Its calendar shows the week of all its artists.
				</Empty>
			) : (
				<Table
					label="Shops"
					rows={shops}
					columns={[
						{ head: "Name", kind: "lead", cell: (shop) => <a href={visit.to(pathOf(shop))}>{shop.name}</a> },
						{ head: "City", cell: ({ address }) => address?.city ?? "–" },
						{ head: "Time zone", cell: ({ timezone }) => timezone.replaceAll("_", " ") },
						{
							head: "Calendar",
							kind: "end",
							cell: ({ id, name }) => (
								<a href={visit.to("/dashboard/calendar", { shop_id: id })} aria-label={`Calendar of ${name}`}>
									Calendar
								</a>
							),
						},
					]}
				/>
			)}
			<Pager next={next} />
		</Panel>
	</>
);

const done = { created: "The shop has been created.", changed: "The shop has been changed.", ...feedDone };

export const ShopPage = ({ visit, shop, feed }: { visit: Visit; shop: Shop; feed: CalendarFeed | undefined }) => (
	<>
		<Title text={shop.name} back={back(visit)}>
			<a class="button" href={visit.to("/dashboard/calendar", { shop_id: shop.id })}>
				Calendar
			</a>
			<a class="button" href={visit.to("/dashboard/artists", { shop_id: shop.id })}>
				Artists
			</a>
			<a class="button" href={visit.to(`${pathOf(shop)}/edit`)}>
				Edit
			</a>
			<a class="button danger" href={visit.to(`${pathOf(shop)}/delete`)}>
				Delete
			</a>
		</Title>
		<DoneNote visit={visit} words={done} />
		<Panel>
			<Facts
				of={[
					...factsOf(shop, {
						fields: shopFields,
						names: ["address", "timezone", "language", "email", "phone", "website_url", "description"],
					}),
					["Slug", <code>{shop.slug}</code>],
					["Id", <code>{shop.id}</code>],
					["Created", <LocalTime at={shop.created_at} zone={visit.studio.timezone} withUtc />],
				]}
			/>
		</Panel>
		<FeedPanel visit={visit} path={pathOf(shop)} feed={feed} what="of all artists of this shop" />
	</>
);

interface FormProps {
	visit: Visit;
	of: FormState;
	/** Absent for a new shop. */
	shop?: Shop;
}

export const ShopForm = ({ visit, of, shop }: FormProps) => {
	const action = shop ? `${pathOf(shop)}/edit` : `${path}/new`;
	return (
		<>
			<Title
				text={shop ? `Edit ${shop.name}` : "New shop"}
				back={shop ? { href: visit.to(pathOf(shop)), text: shop.name } : back(visit)}
			/>
			<Panel>
				<form method="post" action={visit.to(action)}>
					<FaultSummary of={of} />
					{!shop && <FormId />}
					<FieldInputs
						of={of}
						fields={shopFields}
						noZone={shop ? undefined : `Time zone of the studio (${visit.studio.timezone})`}
						slugHint="The shop's name in addresses: lower-case letters, digits and hyphens. Empty: made from the name."
					/>
					<Submit back={visit.to(shop ? pathOf(shop) : path)}>{shop ? "Save" : "Create"}</Submit>
				</form>
			</Panel>
		</>
	);
};
