import { at } from "../http.js";
import samples from "../samples.json" with { type: "json" };

export default {
	key: "client",
	noun: "Client",
	display: { label: "Find Client", description: "Finds a client by email. Upper and lower case make no difference." },
	operation: {
		inputFields: [{ key: "email", label: "Email", type: "string", required: true }],
		perform: async (z, bundle) => {
			const { data } = await z.request({
				url: at("/v1/automation/searches/client"),
				params: { email: bundle.inputData.email },
			});
			return data;
		},
		sample: samples.client,
	},
};
