import { hookTrigger } from "../hook-trigger.js";
import samples from "../samples.json" with { type: "json" };

export default hookTrigger({
	key: "new_client",
	noun: "Client",
	label: "New Client",
	description: "Triggers when a client is created.",
	sample: samples.new_client,
});
