export {
	type PublicEventType,
	publicEventTypes,
	recordKeyOf,
	type recordKeys,
} from "../../../platform/db/tables/data/events.ts";
