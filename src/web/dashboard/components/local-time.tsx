import { timestamp } from "../../../platform/lib/time.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const name = `${zone} ${JSON.stringify(parts)}`;
	let format = formats.get(name);
	if (!format) {
		format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", ...parts });
		formats.set(name, format);
	}
	return format;
}

const dayFormat = { day: "numeric", month: "short", year: "numeric" } as const;
const timeFormat = { hour: "2-digit", minute: "2-digit" } as const;

const msOf = (at: number | string): number => (typeof at === "number" ? at : Date.parse(at));

/** A day in the studio's zone, such as `22 Nov 2026`. */
export const dayIn = (zone: string, at: number | string): string => formatOf(zone, dayFormat).format(msOf(at));

/** A time of the day in the studio's zone, such as `14:05`. */
export const timeIn = (zone: string, at: number | string): string => formatOf(zone, timeFormat).format(msOf(at));

const utcOf = (ms: number): string => `${timestamp(ms).slice(0, 19).replace("T", " ")} UTC`;

interface Props {
	at: number | string | null;
	zone: string;
	/** A `day` has no time. A `second` is for pages on which the order of events matters. */
	precision?: "day" | "minute" | "second";
	/** Shows UTC in the text, not only in the tooltip. */
	withUtc?: boolean;
}

/** The tooltip has UTC. */
export const LocalTime = ({ at, zone, precision = "minute", withUtc }: Props) => {
	if (at === null) return <>–</>;
	const ms = msOf(at);
	const day = dayIn(zone, ms);
	const time =
		precision === "second" ? formatOf(zone, { ...timeFormat, second: "2-digit" }).format(ms) : timeIn(zone, ms);
	return (
		<>
			<time datetime={timestamp(ms)} title={utcOf(ms)}>
				{precision === "day" ? day : `${day}, ${time}`}
			</time>
			{withUtc && <span class="dim nowrap"> ({utcOf(ms)})</span>}
		</>
	);
};
