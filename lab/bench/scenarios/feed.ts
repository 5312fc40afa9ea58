import { Reader } from "../setup/reader.ts";
import { newStudios, type Studio } from "../setup/studios.ts";
import { bearer, inTurn, keyed, newEmail, type Scenarios } from "./scenario.ts";

const studioCount = 64;
const readersOfStudio = 4;

interface Followed extends Studio {
	readers: Reader[];
	caused: number;
}

/** All readers wait all the time. A request is completed when all readers of its studio have the event. */
export const feedScenarios: Scenarios = ({ origins }) => {
	let studios: Followed[] = [];
	return [
		{
			name: `An event to ${readersOfStudio} of ${studioCount * readersOfStudio} readers of the feed`,
			kind: "other",
			prepare: async () => {
				studios = (await newStudios(origins.product, studioCount)).map((studio) => ({
					...studio,
					readers: Array.from({ length: readersOfStudio }, () => new Reader(origins.product, studio)),
					caused: 0,
				}));
				// The first event is that of the studio's client.
				for (const studio of studios) {
					studio.caused = 1;
					await Promise.all(studio.readers.map((reader) => reader.until(1)));
				}
			},
			contenders: {
				product: (turn) => {
					const studio = inTurn(studios, turn);
					const { readers } = studio;
					const caused = ++studio.caused;
					const request = keyed("/v1/clients", { first_name: "Ada", email: newEmail() }, bearer(studio));
					return { ...request, completed: () => Promise.all(readers.map((reader) => reader.until(caused))) };
				},
			},
			end: () => Promise.all(studios.flatMap(({ readers }) => readers.map((reader) => reader.close()))),
		},
	];
};
