import { randomBytes } from "node:crypto";
import type { TattooStudio } from "../../client.ts";

interface CreatedRecord {
	id: string;
}

/** Distinguishes the records of this program from the studio's own. */
export const triggerMetadata = { made_by: "tattoo-studio trigger" };

const email = (): string => `trigger-${randomBytes(4).toString("hex")}@example.com`;

/** Creates the records that a change needs. */
export class Fixtures {
	readonly #studio: TattooStudio;
	/** The id of the record that the person named with `--on`. */
	readonly givenId: string | undefined;
	readonly createdIds: string[] = [];

	constructor(studio: TattooStudio, givenId?: string) {
		this.#studio = studio;
		this.givenId = givenId;
	}

	/** The id of the record to change: the named one, or a new one. */
	targetId = async (path: string, body: object): Promise<string> => this.givenId ?? (await this.create(path, body));

	async create(path: string, body: object): Promise<string> {
		const created = await this.#studio.request<CreatedRecord>("POST", path, { body });
		const id = created?.id ?? "";
		this.createdIds.push(id);
		return id;
	}

	/** The address is made up, so no mail may go there. */
	client = (): Promise<string> => this.create("/v1/clients", { ...newClient(), do_not_contact: true });

	/** Uses the artist of an earlier call if there is one, because artists stay and have public pages. */
	async artist(name = "Trigger"): Promise<string> {
		for await (const artist of this.#studio.artists.list({ limit: 100 })) {
			if (artist.name === name && artist.metadata.made_by === triggerMetadata.made_by && artist.status === "ACTIVE")
				return artist.id;
		}
		return await this.create("/v1/artists", { name, metadata: triggerMetadata });
	}

	async appointment(): Promise<string> {
		if (this.givenId) return this.givenId;
		const [artist_id, client_id] = await Promise.all([this.artist(), this.client()]);
		return await this.create("/v1/appointments", newAppointment(artist_id, client_id));
	}
}

export const newClient = () => ({
	email: email(),
	first_name: "Tess",
	last_name: "Trigger",
	metadata: triggerMetadata,
});

export const newLead = () => ({
	first_name: "Tess",
	last_name: "Trigger",
	email: email(),
	message: "A fern on the forearm.",
	metadata: triggerMetadata,
});

const quarterMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;

/** A random time in the next two years, because the appointments of earlier calls stay. */
export const randomTime = (): number =>
	Math.ceil(Date.now() / quarterMs) * quarterMs + dayMs + Math.floor(Math.random() * 65_000) * quarterMs;

export const newAppointment = (artist_id: string, client_id: string) => {
	const start = randomTime();
	const [start_at, end_at] = [start, start + 4 * quarterMs].map((time) => new Date(time).toISOString());
	return { artist_id, client_id, start_at, end_at, title: "Trigger", metadata: triggerMetadata };
};

export const newForm = (kind: "INTAKE" | "CONSENT") => ({
	name: "Trigger",
	kind,
	fields: [{ key: "idea", label: "What would you like?", type: "text" }],
	metadata: triggerMetadata,
});
