import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { picture, uploadQuery, withNewAddresses } from "../../pictures/schema.ts";
import { createFormPicture } from "./create-form-picture.ts";

export const formPictureRoutes = [
	endpoint.upload({
		id: "createFormPicture",
		path: "/v1/forms/:form_id/pictures",
		tag: "Pictures",
		summary: "Add a picture for a submission of a form",
		description:
			"A field of the type `picture` takes its id. A picture that no submission names is deleted within a day.",
		scope: "write:form_submissions",
		params: { form_id: "form" },
		query: uploadQuery,
		answer: picture,
		errors: ["validation_error", "plan_limit_reached"],
		replay: withNewAddresses,
		run: (ctx, { params: { form_id }, query, upload }) => createFormPicture(ctx, form_id, upload, query.caption),
	}),
];
