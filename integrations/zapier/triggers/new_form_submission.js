import { hookTrigger } from "../hook-trigger.js";
import { withPictures } from "../pictures.js";
import samples from "../samples.json" with { type: "json" };

export default hookTrigger({
	key: "new_form_submission",
	noun: "Form Submission",
	label: "New Form Submission",
	description: "Triggers when a form is submitted.",
	shown: withPictures,
	sample: samples.new_form_submission,
});
