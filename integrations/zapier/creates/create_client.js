import { action } from "../action.js";
import { clientFields } from "../fields.js";
import samples from "../samples.json" with { type: "json" };

export default action({
	key: "create_client",
	noun: "Client",
	label: "Create Client",
	description: "Creates a client. Fails if another client has the email.",
	inputFields: clientFields,
	sample: samples.client,
});
