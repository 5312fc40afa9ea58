import { at } from "./http.js";

/** An action sends its input fields as the body. */
export const action = ({ key, noun, label, description, inputFields, sample }) => ({
	key,
	noun,
	display: { label, description },
	operation: {
		inputFields,
		perform: async (z, bundle) => {
			const { data } = await z.request({
				method: "POST",
				url: at(`/v1/automation/actions/${key}`),
				body: filled(bundle.inputData),
			});
			return data;
		},
		sample,
	},
});

/** Leaves out fields without a value. */
const filled = (input) =>
	Object.fromEntries(
		Object.entries(input).filter(([, value]) => value !== undefined && value !== null && value !== ""),
	);
