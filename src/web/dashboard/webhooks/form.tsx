import type { WebhookEndpoint } from "../../../domain/events/endpoints/schema.ts";
import { publicEventTypes } from "../../../platform/db/tables/data/events.ts";
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
import { Panel, Title } from "../../ui/components/parts.tsx";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";
import { backTo, path, pathOf } from "./parts.tsx";

const Settings = ({ of }: { of: FormState }) => (
	<>
		<div class="narrow">
			<Input
				of={of}
				name="url"
				label="URL"
				type="url"
				hint="Where the service sends the events. It must be https and reachable on the public internet."
				placeholder="https://example.com/webhooks"
				required
			/>
			<Input
				of={of}
				name="description"
				label="Description"
				hint="Optional. What it is for, such as “Newsletter”."
				maxlength={500}
			/>
		</div>
		<OptionGroup
			of={of}
			name="which"
			legend="Which events"
			type="radio"
			options={[
				{ value: "all", text: "All events", hint: "Also of types that the service adds later." },
				{ value: "chosen", text: "Only the types ticked below", hint: "The ticks count only then." },
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
					hint="The next event about a record is sent only after the one before has arrived or was given up. Retries can hold up a record for days. Other records do not wait."
				/>
				<Checkbox
					of={of}
					name="exclude_own"
					label="Leave out what its own program caused"
					hint="The API key or app that created the endpoint is not told of its own changes. An endpoint that is created on this page has no such program, so nothing is left out."
				/>
				<TextArea
					of={of}
					name="metadata"
					label="Metadata"
					hint="Your own notes for programs: one a line, as name=value."
					mono
					rows={3}
				/>
			</div>
		</details>
	</>
);

const Filter = ({ of }: { of: FormState }) => {
	const legend = "Only events about";
	const fault = faultOf(of, "filter", legend);
	return (
		<fieldset id="filter" aria-describedby={fault ? "filter-hint filter-fault" : "filter-hint"}>
			<legend>{legend}</legend>
			<span class="hint" id="filter-hint">
				Ids, one a line. An event is sent when it is about one of each list that is filled. Empty: about anybody.
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

/** Settings that are set, or wrong, are shown. */
const hasMoreSettings = ({ values, faults }: FormState): boolean =>
	["artist_id", "shop_id", "client_id", "metadata"].some((name) => values[name]?.[0]) ||
	["ordered", "exclude_own"].some((name) => values[name]?.[0] === "true") ||
	["filter", "metadata"].some((name) => faults?.fields[name] !== undefined);

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
		<Title text="Edit endpoint" back={backTo(visit, endpoint)} lead="Changes concern the events from now on." />
		<Panel>
			<form method="post" action={visit.to(`${pathOf(endpoint)}/edit`)}>
				<FaultSummary of={of} />
				<Settings of={of} />
				<Submit back={visit.to(pathOf(endpoint))}>Save</Submit>
			</form>
		</Panel>
	</>
);
