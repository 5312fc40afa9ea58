import { at } from "./http.js";

const hooks = () => at("/v1/automation/hooks");

/**
 * A trigger by REST hook: the service calls Zapier. Zapier uses the list for samples while someone sets up a Zap. `shown`
 * makes what a Zap sees of what the service tells.
 */
export const hookTrigger = ({ key, noun, label, description, sample, shown = (_z, told) => told }) => ({
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
			// A 404 is fine: the hook is already deleted, for example after a 410.
			if (response.status !== 404) response.throwForStatus();
			return response.data;
		},
		perform: (z, bundle) => [shown(z, bundle.cleanedRequest)],
		performList: async (z) =>
			(await z.request(at(`/v1/automation/triggers/${key}`))).data.map((told) => shown(z, told)),
		sample,
	},
});
