import { at } from "./http.js";

const hooks = () => at("/v1/automation/hooks");

/** A trigger that the service calls when it happens; the list serves samples while a Zap is being set up. */
export const hookTrigger = ({ key, noun, label, description, sample }) => ({
	key,
	noun,
	display: { label, description },
	operation: {
		type: "hook",
		performSubscribe: async (z, bundle) => {
			const { data } = await z.request({
				method: "POST",
				url: hooks(),
				body: { target_url: bundle.targetUrl, trigger: key },
			});
			return data;
		},
		performUnsubscribe: async (z, bundle) => {
			const response = await z.request({
				method: "DELETE",
				url: `${hooks()}/${bundle.subscribeData.id}`,
				skipThrowForStatus: true,
			});
			// Gone already, by a 410 for example: what was wanted.
			if (response.status !== 404) response.throwForStatus();
			return response.data;
		},
		perform: (_z, bundle) => [bundle.cleanedRequest],
		performList: async (z) => (await z.request(at(`/v1/automation/triggers/${key}`))).data,
		sample,
	},
});
