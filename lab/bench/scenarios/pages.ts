import { foundDemoStudio } from "../setup/demo-studio.ts";
import { fromAddress, get, type Scenarios } from "./scenario.ts";

/** The page of the dashboard that takes the most CPU time. */
const heaviest = "/dashboard";
const documentation = "/docs/webhooks";

export const pageScenarios: Scenarios = ({ origins }) => {
	let owner = { id: "", cookie: "" };
	let length = 0;
	return [
		{
			name: `GET ${heaviest}`,
			kind: "other",
			prepare: async () => {
				owner = await foundDemoStudio(origins.product);
			},
			contenders: {
				product: (turn) => get(`${heaviest}?studio=${owner.id}`, { Cookie: owner.cookie, ...fromAddress(turn) }),
			},
		},
		{
			name: `GET ${documentation}`,
			kind: "documentation",
			prepare: async () => {
				length = (await (await fetch(origins.product + documentation)).text()).length;
			},
			contenders: {
				floor: () => get(`/text/${length}`),
				"honest floor": () => get(`/honest/text/${length}`),
				product: (turn) => get(documentation, fromAddress(turn)),
			},
		},
	];
};
