import { publicEventTypes } from "../../../domain/events/catalogue/event-types.ts";
import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { faultOf } from "../../ui/components/faults.ts";
import {
	Checkbox,
	FaultSummary,
	type FormState,
	Input,
	OptionGroup,
	Submit,
	TextArea,
} from "../../ui/components/fields.tsx";
import { FormId } from "../forms/form-id.tsx";
import { MetadataFields } from "../forms/metadata.tsx";
import type { Visit } from "../frame/visit.ts";
import { backTo, path, pathOf } from "./components.tsx";

const Settings = ({ of }: { of: FormState }) => (
	<>
		<div class="narrow">
			<Input
				of={of}
				name="url"
				label="URL"
				type="url"
				hint="The service sends the events to this address. It must be https and reachable on the public internet."
				placeholder="https://example.com/webhooks"
				required
			/>
			<Input
				of={of}
				name="description"
				label="Description"
				hint="Optional. The purpose, such as “Newsletter”."
				maxlength={500}
			/>
		</div>
		<OptionGroup
			of={of}
			name="which"
			legend="Events"
			type="radio"
			options={[
				{ value: "all", text: "All events", hint: "Includes types that the service adds later." },
				{ value: "chosen", text: "Only the types ticked below", hint: "The ticks below have no effect otherwise." },
			]}
		/>
		<OptionGroup
			of={of}
			name="events"
			legend="Event types"
			options={publicEventTypes.map((type) => ({ value: type, text: type }))}
		/>
		<details class="more" open={hasMoreSettings(of)}>
			<summary>More settings</summary>
			<Filter of={of} />
			<div class="narrow">
				<Checkbox
					of={of}
					name="ordered"
					label="Keep the order of events about one record"
					hint="The next event about a record is sent only after the previous one succeeded or is dead. Retries can delay the events of a record for days. Other records do not wait."
				/>
				<Checkbox
					of={of}
					name="exclude_own"
					label="Leave out events that its own program caused"
					hint="The API key or app that created the endpoint gets no events of its own changes. An endpoint created on this page belongs to no program, so nothing is left out."
				/>
				<Checkbox
					of={of}
					name="asymmetric"
					label="Also sign with the key of this service"
					hint="The receiver can check this signature with a public key, without a secret."
				/>
			</div>
		</details>
		<MetadataFields of={of} />
	</>
);

const Filter = ({ of }: { of: FormState }) => {
	const legend = "Only events about";
	const fault = faultOf(of, "filter", legend);
	return (
		<fieldset id="filter" aria-describedby={fault ? "filter-hint filter-fault" : "filter-hint"}>
			<legend>{legend}</legend>
			<span class="hint" id="filter-hint">
				Ids, one per line. An event is sent if it matches every list that is not empty. All lists empty: all events are
				sent.
			</span>
			<div class="columns">
				<TextArea of={of} name="artist_id" label="Artists" mono rows={2} />
				<TextArea of={of} name="shop_id" label="Shops" mono rows={2} />
				<TextArea of={of} name="client_id" label="Clients" mono rows={2} />
			</div>
			{fault && (
				<span class="fault" id="filter-fault">
					{fault}
				</span>
			)}
		</fieldset>
	);
};

/** The part with more settings is open if one of them is set or has a fault. */
const hasMoreSettings = ({ values, faults }: FormState): boolean =>
	["artist_id", "shop_id", "client_id"].some((name) => values[name]?.[0]) ||
	["ordered", "exclude_own", "asymmetric"].some((name) => values[name]?.[0] === "true") ||
	faults?.fields.filter !== undefined;

export const newEndpointState: FormState = { values: { which: ["all"] } };

export const NewEndpoint = ({ visit, of }: { visit: Visit; of: FormState }) => (
	<>
		<Title text="New endpoint" back={{ href: visit.to(path), text: "Webhooks" }} />
		<Panel>
			<form method="post" action={visit.to(`${path}/new`)}>
				<FaultSummary of={of} />
				<FormId />
				<Settings of={of} />
				<Submit back={visit.to(path)}>Create</Submit>
			</form>
		</Panel>
	</>
);

export const EditEndpoint = ({ visit, endpoint, of }: { visit: Visit; endpoint: WebhookEndpoint; of: FormState }) => (
	<>
		<Title text="Edit endpoint" back={backTo(visit, endpoint)} lead="Changes apply to new events only." />
		<Panel>
			<form method="post" action={visit.to(`${pathOf(endpoint)}/edit`)}>
				<FaultSummary of={of} />
				<Settings of={of} />
				<Submit back={visit.to(pathOf(endpoint))}>Save</Submit>
			</form>
		</Panel>
	</>
);
