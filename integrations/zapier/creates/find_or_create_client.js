import { action } from "../action.js";
import { clientFields } from "../fields.js";
import samples from "../samples.json" with { type: "json" };

export default action({
	key: "find_or_create_client",
	noun: "Client",
	label: "Find or Create Client",
	description: "Finds the client with an email and leaves it as it is, or creates one.",
	inputFields: clientFields,
	sample: samples.client,
});
