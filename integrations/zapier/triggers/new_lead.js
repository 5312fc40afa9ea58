import { hookTrigger } from "../hook-trigger.js";
import samples from "../samples.json" with { type: "json" };

export default hookTrigger({
	key: "new_lead",
	noun: "Lead",
	label: "New Lead",
	description: "Triggers when a lead is created.",
	sample: samples.new_lead,
});
