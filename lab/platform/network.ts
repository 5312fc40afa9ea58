import type { Time } from "./time.ts";

/** The part of the platform that a call goes to. */
export interface Destination {
	kind: "database" | "object" | "queue" | "bucket" | "images";
	/** The binding of a database, of a bucket or of the images, the class of an object, or the name of a queue. */
	name: string;
}

/** How calls travel from an isolate to the rest of the platform, and their answers back. */
export interface Network {
	call<T>(to: Destination, work: () => T | Promise<T>): Promise<T>;
}

/** Lets everything else that is ready go on before and after each call, as a call to another machine does. */
export const networkOf = (time: Time): Network => ({
	async call(_, work) {
		await turn(time);
		const result = await work();
		await turn(time);
		return result;
	},
});

const turn = (time: Time): Promise<void> => new Promise((resolve) => time.soon(resolve));
