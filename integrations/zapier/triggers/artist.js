import { at } from "../http.js";

/** Not a trigger for Zaps: Zapier fills the drop-downs of artists with it. */
export default {
	key: "artist",
	noun: "Artist",
	display: { label: "List of Artists", description: "Lists the artists of the studio.", hidden: true },
	operation: {
		perform: async (z) => {
			const { data } = await z.request({ url: at("/v1/artists"), params: { status: "ACTIVE", limit: 100 } });
			return data.data;
		},
	},
};
