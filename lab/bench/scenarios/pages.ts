import { fromAddress, get, type Scenarios } from "./scenario.ts";

const documentation = "/docs/webhooks";

export const pageScenarios: Scenarios = ({ origins }) => {
	let length = 0;
	return [
		{
			name: `GET ${documentation}`,
			kind: "documentation",
			prepare: async () => {
				length = (await (await fetch(origins.product + documentation)).text()).length;
			},
			contenders: {
				floor: () => get(`/text/${length}`),
				product: (turn) => get(documentation, fromAddress(turn)),
			},
		},
	];
};
