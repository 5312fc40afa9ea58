import { action } from "../action.js";
import { person } from "../fields.js";
import samples from "../samples.json" with { type: "json" };

export default action({
	key: "create_lead",
	noun: "Lead",
	label: "Create Lead",
	description: "Creates a lead: a person who is interested but is not a client yet.",
	inputFields: [
		person.firstName,
		person.lastName,
		person.email,
		person.phone,
		{ key: "message", label: "Message", type: "text" },
		person.source,
		person.preferredCommunication,
		{ key: "budget_range_min", label: "Budget from", type: "number" },
		{ key: "budget_range_max", label: "Budget to", type: "number" },
		person.assignedArtist,
	],
	sample: samples.lead,
});
