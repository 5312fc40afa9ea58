import { authentication } from "./authentication.js";
import addPicture from "./creates/add_picture.js";
import createClient from "./creates/create_client.js";
import createLead from "./creates/create_lead.js";
import findOrCreateClient from "./creates/find_or_create_client.js";
import { authorize, explain } from "./http.js";
import packageJson from "./package.json" with { type: "json" };
import { picture } from "./pictures.js";
import client from "./searches/client.js";
import clientByWords from "./searches/client_by_words.js";
import appointmentCancelled from "./triggers/appointment_cancelled.js";
import artist from "./triggers/artist.js";
import newAppointment from "./triggers/new_appointment.js";
import newClient from "./triggers/new_client.js";
import newFormSubmission from "./triggers/new_form_submission.js";
import newLead from "./triggers/new_lead.js";

const byKey = (...definitions) => Object.fromEntries(definitions.map((definition) => [definition.key, definition]));

/** The whole definition. Zapier allows one way to authenticate in an app, so `auth` is "oauth2" or "api_key". */
export const app = ({ auth }) => ({
	version: packageJson.version,
	platformVersion: packageJson.dependencies["zapier-platform-core"],
	flags: { cleanInputData: false },
	authentication: authentication(auth),
	beforeRequest: [authorize],
	afterResponse: [explain],
	triggers: byKey(newAppointment, appointmentCancelled, newLead, newClient, newFormSubmission, artist),
	creates: byKey(createClient, findOrCreateClient, createLead, addPicture),
	hydrators: { picture },
	searches: byKey(client, clientByWords),
});
