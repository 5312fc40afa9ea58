import { picturesOf, typeOf } from "../pictures.js";
import samples from "../samples.json" with { type: "json" };

export default {
	key: "add_picture",
	noun: "Picture",
	display: { label: "Add Picture", description: "Adds a picture to a lead or an idea." },
	operation: {
		inputFields: [
			{
				key: "record_id",
				label: "Lead or idea",
				type: "string",
				required: true,
				helpText: "The id of a lead, `led_…`, or of an idea, `ide_…`.",
			},
			{
				key: "file",
				label: "Picture",
				type: "file",
				required: true,
				helpText: "A JPEG, PNG, WebP, AVIF or HEIC of at most 15 MiB.",
			},
			{ key: "caption", label: "Caption", type: "string" },
		],
		/** Zapier gives the address of the file. */
		perform: async (z, bundle) => {
			const { record_id, file, caption } = bundle.inputData;
			const url = picturesOf(z, record_id);
			const body = await (await z.request({ url: file, raw: true })).buffer();
			const type = typeOf(body);
			if (!type)
				throw new z.errors.Error("The file is no JPEG, PNG, WebP, AVIF or HEIC picture.", "not_a_picture", 400);
			const { data } = await z.request({
				method: "POST",
				url,
				params: caption ? { caption } : {},
				headers: { "Content-Type": type },
				body,
			});
			return data;
		},
		sample: samples.picture,
	},
};
