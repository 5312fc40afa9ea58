import { action } from "../action.js";
import { clientFields } from "../fields.js";
import samples from "../samples.json" with { type: "json" };

export default action({
	key: "find_or_create_client",
	noun: "Client",
	label: "Find or Create Client",
	description: "Finds the client with this email and does not change it, or creates a new client.",
	inputFields: clientFields,
	sample: samples.client,
});
