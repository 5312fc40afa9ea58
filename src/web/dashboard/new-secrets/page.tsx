import { leftSecretsPath as path, type WaitingSecret } from "../../../domain/access/left-secrets/left-secrets.ts";
import { Code, Empty, Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";

const backTo = (visit: Visit) => ({ href: visit.to("/dashboard/webhooks"), text: "Webhooks" });

export const WaitingSecrets = ({
	visit,
	secrets,
	again,
}: {
	visit: Visit;
	secrets: WaitingSecret[];
	again: FormState | undefined;
}) => (
	<>
		<Title
			text="Waiting secrets"
			back={backTo(visit)}
			lead="When an agent creates a webhook endpoint or rotates its secret, the agent does not see the secret. It waits here for a day, and is shown once."
		/>
		{again && <FaultSummary of={again} />}
		<Panel>
			{secrets.length === 0 && (
				<Empty title="No secret waits">
					If you looked for one, it has been shown already or is older than a day. Rotate the secret at the page of the
					endpoint to get another.
				</Empty>
			)}
			{secrets.map(({ id, of, expiresAt }) => (
				<article class="entry">
					<h2>{of}</h2>
					<p class="dim">
						Waits until <LocalTime at={expiresAt} zone={visit.studio.timezone} />
					</p>
					<form method="post" action={visit.to(path)}>
						<FormId />
						<input type="hidden" name="secret" value={id} />
						<div class="actions">
							<button class="primary" type="submit" aria-label={`Show the secret of ${of}`}>
								Show once
							</button>
						</div>
					</form>
				</article>
			))}
		</Panel>
	</>
);

export const ShownSecret = ({ visit, shown: { of, secret } }: { visit: Visit; shown: WaitingSecret }) => (
	<>
		<Title text="The secret" back={{ href: visit.to(path), text: "Waiting secrets" }} />
		<Panel title={of}>
			<p>
				<strong>Copy the secret now.</strong> It is shown only once. Give it to the receiver, which verifies with it
				that a request comes from this service.
			</p>
			<Code id="secret" label="Secret" text={secret} />
		</Panel>
	</>
);
