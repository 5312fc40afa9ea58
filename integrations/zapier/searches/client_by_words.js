import { at } from "../http.js";
import samples from "../samples.json" with { type: "json" };

export default {
	key: "client_by_words",
	noun: "Client",
	display: {
		label: "Find Client by Name or Phone",
		description: "Finds clients by words of their name, email, phone number or Instagram handle, the newest first.",
	},
	operation: {
		inputFields: [
			{
				key: "q",
				label: "Words",
				type: "string",
				required: true,
				helpText: "Each word must begin a word of the client, such as `ana lov`.",
			},
		],
		perform: async (z, bundle) => {
			const { data } = await z.request({ url: at("/v1/clients"), params: { q: bundle.inputData.q, limit: 10 } });
			return data.data;
		},
		sample: samples.client,
	},
};
