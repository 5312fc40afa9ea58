import { scopeWords } from "../../../api/oauth/scope-words.ts";
import type { ApiKey } from "../../../domain/access/api-keys/schema.ts";
import { scopes } from "../../../platform/gate/scopes.ts";
import { Code, Panel, Title } from "../../ui/components/elements.tsx";
import {
	FaultSummary,
	type FormState,
	Input,
	OptionGroup,
	Select,
	Submit,
	TextArea,
} from "../../ui/components/fields.tsx";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";
import { back, NoApiAccess, path, pathOf } from "./components.tsx";

export const NewKey = ({ visit, of }: { visit: Visit; of: FormState }) => (
	<>
		<Title text="New API key" back={back(visit)} />
		<NoApiAccess visit={visit} />
		<Panel>
			<form method="post" action={visit.to(`${path}/new`)}>
				<FaultSummary of={of} />
				<FormId />
				<div class="narrow">
					<Input
						of={of}
						name="name"
						label="Name"
						hint="The program that uses the key, such as “Website”."
						required
						maxlength={200}
					/>
					<OptionGroup
						of={of}
						name="mode"
						legend="Mode"
						type="radio"
						options={[
							{ value: "live", text: "Live", hint: "For your studio's daily work." },
							{
								value: "test",
								text: "Test",
								hint: "Works on the same data, marked as a test, with half the rate limit.",
							},
						]}
					/>
				</div>
				<KeyFields of={of} zone={visit.studio.timezone} />
				<Submit back={visit.to(path)}>Create</Submit>
			</form>
		</Panel>
	</>
);

const KeyFields = ({ of, zone }: { of: FormState; zone: string }) => (
	<>
		<OptionGroup
			of={of}
			name="scopes"
			legend="Scopes"
			hint="The key may do only this. Give it no more than the program needs."
			options={scopes.map((scope) => ({ value: scope, text: scope, hint: scopeWords[scope] }))}
		/>
		<div class="columns">
			<TextArea
				of={of}
				name="ip_allowlist"
				label="Allowed addresses"
				hint="IP addresses or ranges, one a line. Empty: any address."
				mono
				rows={3}
			/>
			<Input
				of={of}
				name="expires_at"
				label="Expires"
				type="datetime-local"
				hint={`Optional, in your studio's time (${zone.replaceAll("_", " ")}).`}
			/>
		</div>
	</>
);

/** Only this page ever shows the value. */
export const NewKeyValue = ({
	visit,
	apiKey,
	value,
	rotated,
}: {
	visit: Visit;
	apiKey: ApiKey;
	value: string;
	rotated: boolean;
}) => (
	<>
		<Title text={rotated ? "The key has a new value" : "The key has been created"} back={back(visit)} />
		<Panel title={apiKey.name}>
			<p>
				<strong>Copy the value now.</strong> It is shown only once, because the service keeps only its fingerprint.
			</p>
			<Code id="value" label="Value" text={value} />
			<Code
				id="try"
				label="Try it"
				text={`curl ${new URL(visit.c.req.url).origin}/v1/me -H "Authorization: Bearer ${value}"`}
			/>
			<p class="after">
				<a class="button" href={visit.to(pathOf(apiKey))}>
					Show the key's page
				</a>{" "}
				<own-key for="value">
					<button type="button" hidden>
						Use it in the documentation
					</button>
				</own-key>
			</p>
		</Panel>
	</>
);

export const EditKey = ({ visit, apiKey, of }: { visit: Visit; apiKey: ApiKey; of: FormState }) => (
	<>
		<Title text={`Edit ${apiKey.name}`} back={{ href: visit.to(pathOf(apiKey)), text: apiKey.name }} />
		<Panel>
			<form method="post" action={visit.to(`${pathOf(apiKey)}/edit`)}>
				<FaultSummary of={of} />
				<div class="narrow">
					<Input of={of} name="name" label="Name" required maxlength={200} />
				</div>
				<KeyFields of={of} zone={visit.studio.timezone} />
				<Submit back={visit.to(pathOf(apiKey))}>Save</Submit>
			</form>
		</Panel>
	</>
);

const hour = 3600;
const overlaps = [
	{ value: "0", text: "At once" },
	{ value: String(hour), text: "After an hour" },
	{ value: String(24 * hour), text: "After a day" },
	{ value: String(7 * 24 * hour), text: "After seven days" },
];

export const RotateKey = ({ visit, apiKey, of }: { visit: Visit; apiKey: ApiKey; of: FormState }) => (
	<>
		<Title text={`Rotate ${apiKey.name}`} back={{ href: visit.to(pathOf(apiKey)), text: apiKey.name }} />
		<Panel>
			<p>
				The key gets a new value. Choose when the old value stops working, so that your programs have time to change.
			</p>
			<form method="post" action={visit.to(`${pathOf(apiKey)}/rotate`)} class="narrow">
				<FaultSummary of={of} />
				<FormId />
				<Select of={of} name="overlap_seconds" label="The old value ends" options={overlaps} />
				<Submit back={visit.to(pathOf(apiKey))}>Rotate</Submit>
			</form>
		</Panel>
	</>
);
