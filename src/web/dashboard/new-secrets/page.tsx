import { leftSecretsPath as path, type WaitingSecret } from "../../../domain/access/left-secrets/left-secrets.ts";
import { kindOfId } from "../../../platform/lib/ids.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { Code, Empty, Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Records } from "../components/records.tsx";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";

const backTo = (visit: Visit) => ({ href: visit.to("/dashboard/webhooks"), text: "Webhooks" });

const isAddress = ({ recordId }: WaitingSecret): boolean => ["artist", "shop"].includes(kindOfId(recordId) ?? "");

/** An address belongs to the calendar of an artist or a shop, which has no address to be known by. */
const titleOf = (secret: WaitingSecret, records: Records): string => {
	const owner = isAddress(secret) ? records.get(secret.recordId) : undefined;
	return owner ? `Calendar feed of ${owner.name}` : secret.of;
};

export const WaitingSecrets = ({
	visit,
	secrets,
	records,
	again,
}: {
	visit: Visit;
	secrets: WaitingSecret[];
	records: Records;
	again: FormState | undefined;
}) => (
	<>
		<Title
			text="Waiting secrets"
			back={backTo(visit)}
			lead="An agent does not see the secrets that its changes make: those of webhook endpoints and hooks, and the addresses of calendar feeds. Each waits here for a day, and is shown once."
		/>
		{again && <FaultSummary of={again} />}
		<Panel>
			{secrets.length === 0 && (
				<Empty title="No secret waits">
					If you looked for one, it has been shown already or is older than a day. To get another, rotate the secret of
					the endpoint, or make the calendar feed anew.
				</Empty>
			)}
			{secrets.map((secret) => (
				<article class="entry">
					<h2>
						<Breakable text={titleOf(secret, records)} />
					</h2>
					<p class="dim">
						{isAddress(secret) ? "A secret address" : "A secret for signatures"}, waits until{" "}
						<LocalTime at={secret.expiresAt} zone={visit.studio.timezone} />
					</p>
					<div class="actions">
						<form method="post" action={visit.to(path)}>
							<FormId />
							<input type="hidden" name="secret" value={secret.id} />
							<button class="primary" type="submit" aria-label={`Show the secret: ${titleOf(secret, records)}`}>
								Show once
							</button>
						</form>
					</div>
				</article>
			))}
		</Panel>
	</>
);

export const ShownSecret = ({ visit, shown, records }: { visit: Visit; shown: WaitingSecret; records: Records }) => (
	<>
		<Title
			text={isAddress(shown) ? "The address" : "The secret"}
			back={{ href: visit.to(path), text: "Waiting secrets" }}
		/>
		<Panel title={titleOf(shown, records)}>
			<p>
				<strong>Copy {isAddress(shown) ? "the address" : "the secret"} now.</strong> It is shown only once.{" "}
				{isAddress(shown)
					? "Subscribe to it in a calendar program. Everybody who has it reads the calendar, so give it to nobody else."
					: "Give it to the receiver, which verifies with it that a request comes from this service."}
			</p>
			<Code id="secret" label={isAddress(shown) ? "Address" : "Secret"} text={shown.secret} />
		</Panel>
	</>
);
