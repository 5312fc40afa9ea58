import type { Tenant } from "../../../domain/access/tenants/schema.ts";
import { Facts, Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, firstValue, Input, Select, Submit } from "../../ui/components/fields.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { inWords } from "../components/words.ts";
import { path as exportPath } from "../export/paths.ts";
import { zoneOptions } from "../forms/zones.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";

export const path = "/dashboard/studio";

export const StudioSettings = ({ visit, tenant, of }: { visit: Visit; tenant: Tenant; of: FormState }) => (
	<>
		<Title text="Studio settings" lead="The name of your studio, and the ways to reach it." />
		<DoneNote visit={visit} words={{ changed: "The settings have been changed." }} />
		<Panel>
			<form method="post" action={visit.to(path)} class="narrow">
				<FaultSummary of={of} />
				<Input
					of={of}
					name="name"
					label="Name"
					hint="It stands on the booking page, in mails and on these pages."
					maxlength={200}
					required
				/>
				<Input
					of={of}
					name="email"
					label="Email"
					type="email"
					hint="Replies of clients go here, and mails about webhook endpoints that fail."
					maxlength={254}
					required
				/>
				<Select
					of={of}
					name="timezone"
					label="Time zone"
					hint="These pages show times in it, and new artists and shops get it. Artists and shops that exist keep theirs."
					options={zoneOptions(firstValue(of, "timezone"))}
				/>
				<Submit>Save</Submit>
			</form>
		</Panel>
		<Panel
			title="Export"
			lead="Take along everything that your studio has here, as one file."
			actions={
				<a class="button" href={visit.to(exportPath)}>
					Export the studio
				</a>
			}
		/>
		<Panel title="Set by the operator">
			<Facts
				of={[
					["Plan", inWords(tenant.plan)],
					["Id", <code>{tenant.id}</code>],
					["Created", <LocalTime at={tenant.created_at} zone={visit.studio.timezone} withUtc />],
				]}
			/>
		</Panel>
	</>
);
