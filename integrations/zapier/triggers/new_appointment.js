import { hookTrigger } from "../hook-trigger.js";
import samples from "../samples.json" with { type: "json" };

export default hookTrigger({
	key: "new_appointment",
	noun: "Appointment",
	label: "New Appointment",
	description: "Triggers when an appointment is booked.",
	sample: samples.new_appointment,
});
