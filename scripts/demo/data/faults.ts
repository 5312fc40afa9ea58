/** An answer of the studio's website that is no success. */
export interface Fault {
	status: number;
	text: string;
	/** Counted from the event. Afterwards the website takes it. */
	forSeconds?: number;
}

/** The answers to appointments with these titles, so that the studio has deliveries in every state. */
export const faults: Record<string, Fault> = {
	"Lotus, colour": { status: 503, text: "The website is starting again.", forSeconds: 6 * 3600 },
	"Matyó flowers": { status: 502, text: "Bad gateway", forSeconds: 120 },
	"Rooster 2": { status: 500, text: "Database connection lost" },
	"Nostril, right": { status: 400, text: "This website knows no piercings." },
};
