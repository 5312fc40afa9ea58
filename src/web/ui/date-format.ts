import { once } from "../../platform/lib/once.ts";

/** A format for days, which it takes as their midnights in UTC. To make one takes a hundred times as long as to use it. */
export const dateFormat = (parts: Intl.DateTimeFormatOptions) =>
	once(() => new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" }));
