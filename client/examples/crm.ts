// crm-sync.ts needs two things besides the studio: a CRM, and a table of its own. Write `Crm` and `Memory` for yours.
import { type ApiError, type Client, ResourceNotFoundError, type TattooStudio } from "tattoo-studio";

const names = ["email", "first_name", "last_name", "phone"] as const;
/** The fields that both sides have. */
export type Fields = Pick<Client, (typeof names)[number]>;
export type Contact = Fields & { id: string; version: number; isDeleted: boolean; clientId: string | null };

export interface Crm {
	/** The ids of the contacts that were changed or deleted after a mark, in the order of their own marks. */
	changes(mark: number): AsyncIterable<{ mark: number; id: string }>;
	/** The contact, even if it was deleted. */
	get(id: string): Promise<Contact | null>;
	/** The contact of a client, even if it was deleted. */
	ofClient(clientId: string): Promise<Contact | null>;
	/** A contact that has no client and was not deleted: the one with this id, or else one with this email. */
	unlinked(id: string | undefined, email: string): Promise<Contact | null>;
	/** Creates the contact of a client, or answers the one that it has: `clientId` is unique. */
	create(contact: Fields & { clientId: string }): Promise<Contact>;
	/** Changes the contact if it still has the version that was read. Answers whether it had. */
	update(read: Contact, changes: Fields & { clientId: string }): Promise<boolean>;
	delete(id: string): Promise<void>;
}

/** A table with the positions, and with the values that the program knows of each pair. */
export interface Memory {
	get<T>(name: string): Promise<T | undefined>;
	/** Returns when the value is stored. */
	set(name: string, value: unknown): Promise<void>;
}

export interface Sides {
	studio: TattooStudio;
	crm: Crm;
	memory: Memory;
	/** A person has to correct this record. The others go on. */
	onRefused: (id: string, error: ApiError) => void;
}

export const fieldsOf = ({ email, first_name, last_name, phone }: Fields): Fields => {
	return { email, first_name, last_name, phone };
};

/** Whether the step found what it needs. The feed tells of what was deleted or merged meanwhile. */
export const isThere = (step: Promise<void>): Promise<boolean> =>
	step.then(
		() => true,
		(error) => (error instanceof ResourceNotFoundError ? false : Promise.reject(error)),
	);

export const areSame = (a: Fields, b: Fields): boolean => names.every((name) => a[name] === b[name]);

/**
 * The fields that both sides shall have. A value that is not among the known ones comes from a person. If each side has
 * such a value, that of the client wins. If none has, the last of the known ones does.
 *
 * `decided` are the values that are known from now on, the wanted ones last. They are stored before anything is written,
 * so that a run after a crash takes none of them for the edit of a person.
 */
export function merge(client: Fields, contact: Fields, known: Fields[]): { wanted: Fields; decided: Fields[] } {
	const wantedOf = (name: (typeof names)[number]) => {
		const isKnown = (side: Fields) => known.some((fields) => fields[name] === side[name]);
		if (known.length === 0) return client[name] ?? contact[name];
		return (isKnown(client) ? (isKnown(contact) ? known.at(-1) : contact) : client)?.[name];
	};
	const wanted = Object.fromEntries(names.map((name) => [name, wantedOf(name)])) as Fields;
	const others = [...known, fieldsOf(client), fieldsOf(contact)].filter((fields) => !areSame(fields, wanted));
	return { wanted, decided: [...others, wanted] };
}
