import type { AppointmentRecord } from "../../../domain/booking/appointments/shown-appointment.ts";
import { Badge, Panel } from "../../ui/components/elements.tsx";
import type { Visit } from "../frame/visit.ts";

interface Props {
	visit: Visit;
	record: AppointmentRecord;
}

/** The appointment lacks these things, for which its event type asks. The panel says how to get them. */
export const MissingPanel = (props: Props) => {
	const { missing } = props.record;
	if (missing.length === 0) return null;
	return (
		<Panel title="Still missing">
			<ul class="matters">
				{missing.map(({ code, message }) => (
					<li>
						<Badge tone="warn">{code === "consent_missing" ? "Consent" : "Age"}</Badge>
						<span>
							{message} {code === "consent_missing" ? <GetConsent {...props} /> : <GetAge {...props} />}
						</span>
					</li>
				))}
			</ul>
		</Panel>
	);
};

export const GetConsent = ({ visit, record: { details } }: Props) => (
	<>
		Until then the appointment cannot be completed. Clients sign the form when they book on the booking page. A program
		of the studio can send a signed one for this client.{" "}
		{details?.consent_form_id && (
			<a href={visit.to(`/dashboard/forms/${details.consent_form_id}`)}>Show the consent form</a>
		)}
	</>
);

const GetAge = ({ visit, record: { appointment, client } }: Props) => (
	<a href={visit.to(`/dashboard/clients/${appointment.client_id}/edit`)}>
		{client?.dateOfBirth ? "Check the date of birth" : "Enter the date of birth"}
	</a>
);
