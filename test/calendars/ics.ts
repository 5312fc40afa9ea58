export const ics = (...lines: string[]): string =>
	["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");

let made = 0;

/** The event gets its own UID unless the lines have one. */
export const event = (...lines: string[]): string[] => [
	"BEGIN:VEVENT",
	...(lines.some((line) => line.startsWith("UID:")) ? [] : [`UID:${++made}@test`]),
	"DTSTAMP:20260101T000000Z",
	...lines,
	"END:VEVENT",
];
