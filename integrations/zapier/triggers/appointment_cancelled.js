import { hookTrigger } from "../hook-trigger.js";
import samples from "../samples.json" with { type: "json" };

export default hookTrigger({
	key: "appointment_cancelled",
	noun: "Appointment",
	label: "Appointment Cancelled",
	description: "Triggers when an appointment is cancelled.",
	sample: samples.appointment_cancelled,
});
