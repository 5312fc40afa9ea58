import { Service } from "../demo/service.ts";
import { ensureCommandLineApp } from "../local/command-line.ts";

interface Given {
	origin: string;
	operatorToken: string;
	studio: string | undefined;
	owner: string | undefined;
	mailFrom: string;
}

interface Studio {
	id: string;
	name: string;
	plan: string;
}

interface Page<T> {
	data: T[];
	has_more: boolean;
	next_cursor: string;
}

export async function ensureFirstStudio(given: Given): Promise<string[]> {
	const { origin, operatorToken } = given;
	const operator = new Operator(origin, operatorToken);
	const [newest] = (await operator.get<Studio>("/admin/tenants?limit=1")).data;
	// A name tells which studio the owner belongs to. Without one it is the first.
	const named = given.studio === undefined ? undefined : await operator.studioNamed(given.studio);
	const made = newest ? undefined : await operator.makeStudio(given);
	const studio = made ?? named;
	const said = made ? [`studio ${made.name} (${made.id}): made`] : [];
	if (given.owner) said.push(await operator.invite(studio ?? (await operator.firstStudio()), given.owner));
	const owner = async () => (studio ?? (await operator.firstStudio())).id;
	const clientId = await ensureCommandLineApp({ origin, operatorToken, owner });
	const app = clientId ? `registered as ${clientId}` : "not registered, because the OAuth server is closed";
	return [...said, `app of the command line: ${app}`];
}

class Operator {
	private readonly service: Service;
	private readonly token: string;

	constructor(origin: string, token: string) {
		this.service = new Service(origin);
		this.token = token;
	}

	get = <T>(path: string) => this.service.send<Page<T>>({ method: "GET", path, token: this.token });

	/** Sent again, or by two at once, it makes one thing. */
	private post = <T>(path: string, body: object, key: string) =>
		this.service.send<T>({ method: "POST", path, token: this.token, body, idempotencyKey: `deployment-${key}` });

	makeStudio({ studio, owner, mailFrom }: Given): Promise<Studio> {
		const body = { name: studio ?? "First studio", email: owner ?? mailFrom, plan: "studio" };
		return this.post<Studio>("/admin/tenants", body, "first-studio");
	}

	async studioNamed(name: string): Promise<Studio | undefined> {
		return (await this.get<Studio>(`/admin/tenants?limit=1&name=${encodeURIComponent(name)}`)).data[0];
	}

	/** The oldest studio on a plan that may own apps. Lists begin with the newest. */
	async firstStudio(): Promise<Studio> {
		let oldest: Studio | undefined;
		for (let cursor = ""; ; ) {
			const page = await this.get<Studio>(`/admin/tenants?limit=100&cursor=${cursor}`);
			oldest = page.data.findLast(({ plan }) => plan === "studio" || plan === "empire") ?? oldest;
			if (!page.has_more) break;
			cursor = page.next_cursor;
		}
		if (!oldest)
			throw new Error("No studio is on the plan Studio or Empire, so none can own the app of the command line.");
		return oldest;
	}

	async invite({ id, name }: Studio, email: string): Promise<string> {
		const path = `/admin/tenants/${id}/users`;
		const members = await this.get<{ email: string }>(`${path}?limit=100`);
		if (members.data.some((member) => member.email === email)) return `owner ${email} of ${name}: there`;
		await this.post(path, { email, name: email.replace(/@.*/, "") }, `owner-${id}-${email}`);
		return `owner ${email} of ${name}: invited`;
	}
}
