import { picture } from "../../src/api/examples/records.ts";
import { snapshot, triggerNames, triggers } from "../../src/domain/events/attempts/request/triggers.ts";
import { catalogue } from "../../src/domain/events/catalogue/catalogue.ts";
import { ids, now } from "../../src/domain/events/catalogue/example-ids.ts";
import { exampleClient, exampleLead } from "../../src/domain/events/catalogue/example-records.ts";

/** The samples of the app for Zapier: what a hook of each trigger gets, and the records that its other steps give. */
export function samples(): string {
	const ofTriggers = triggerNames.map((name) => {
		const type = triggers[name];
		return [name, snapshot({ id: ids.event, type, createdAt: Date.parse(now), data: catalogue[type].example })];
	});
	return JSON.stringify({
		...Object.fromEntries(ofTriggers),
		client: exampleClient,
		lead: exampleLead,
		picture,
	});
}
