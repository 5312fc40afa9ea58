import type { Contact, Crm, Fields, Memory } from "../../client/examples/crm.ts";

/** A CRM in memory, with the edits that its own users make. */
export class CrmStandIn implements Crm {
	readonly #contacts = new Map<string, Contact>();
	#marks: string[] = [];

	get all(): Contact[] {
		return [...this.#contacts.values()].filter(({ isDeleted }) => !isDeleted);
	}

	/** A user of the CRM adds a contact. */
	add(fields: Fields): Contact {
		const id = String(this.#contacts.size + 1);
		return this.#store({ ...fields, id, version: 0, isDeleted: false, clientId: null });
	}

	/** A user of the CRM edits a contact. */
	edit(id: string, changes: Partial<Contact>): void {
		const contact = this.#contacts.get(id);
		if (contact && !contact.isDeleted) this.#store({ ...contact, ...changes });
	}

	async *changes(mark: number) {
		for (let next = mark; next < this.#marks.length; next++) yield { mark: next + 1, id: this.#marks[next] ?? "" };
	}

	get = async (id: string): Promise<Contact | null> => structuredClone(this.#contacts.get(id) ?? null);

	ofClient = async (clientId: string): Promise<Contact | null> => this.#first((one) => one.clientId === clientId);

	async unlinked(id: string | undefined, email: string): Promise<Contact | null> {
		const isFree = (one: Contact) => one.clientId === null && !one.isDeleted;
		return (
			this.#first((one) => isFree(one) && one.id === id) ?? this.#first((one) => isFree(one) && one.email === email)
		);
	}

	async create({ clientId, ...fields }: Fields & { clientId: string }): Promise<Contact> {
		const existing = await this.ofClient(clientId);
		return existing ?? this.#store({ ...this.add(fields), clientId });
	}

	async update({ id, version }: Contact, changes: Fields & { clientId: string }): Promise<boolean> {
		const contact = this.#contacts.get(id);
		if (!contact || contact.isDeleted || contact.version !== version) return false;
		this.#store({ ...contact, ...changes });
		return true;
	}

	async delete(id: string): Promise<void> {
		this.edit(id, { isDeleted: true });
	}

	#first(isWanted: (contact: Contact) => boolean): Contact | null {
		return structuredClone([...this.#contacts.values()].find(isWanted) ?? null);
	}

	#store(contact: Contact): Contact {
		this.#contacts.set(contact.id, { ...contact, version: contact.version + 1 });
		this.#marks.push(contact.id);
		return structuredClone(this.#contacts.get(contact.id) as Contact);
	}
}

/** A table in memory, which keeps what was stored as a database would. */
export class MemoryStandIn implements Memory {
	readonly #rows = new Map<string, string>();

	async get<T>(name: string): Promise<T | undefined> {
		const row = this.#rows.get(name);
		return row === undefined ? undefined : JSON.parse(row);
	}

	async set(name: string, value: unknown): Promise<void> {
		if (value === undefined) this.#rows.delete(name);
		else this.#rows.set(name, JSON.stringify(value));
	}
}
