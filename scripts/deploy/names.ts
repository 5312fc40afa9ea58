import { createHash } from "node:crypto";

/** The installation whose resources are called as wrangler.toml calls them. */
export const defaultName = "tattoo-studio";

/** The name of a resource of wrangler.toml in an installation. With another name it begins with it. */
export const nameIn = (installation: string, resource: string): string =>
	installation === defaultName ? resource : `${installation}-${resource.replace(/^tattoo-studio-/, "")}`;

/** The name of a data database. Its binding is `DATA_` and the number. */
export const dataDatabaseName = (installation: string, number: number): string =>
	nameIn(installation, `tattoo-studio-data-${number}`);

/** The number of a data database of this installation. */
export function dataDatabaseNumber(installation: string, database: string): number | undefined {
	const number = Number(/-data-([1-9]\d*)$/.exec(database)?.[1]);
	return database === dataDatabaseName(installation, number) ? number : undefined;
}

/**
 * The number of a rate limiter. Limiters with one number count together in the whole account, and many programs have the
 * number of wrangler.toml, which stands in examples. Two names get the same number once in a billion cases.
 */
export function limiterIn(installation: string, number: string): string {
	const hash = createHash("sha256").update(`${installation} ${number}`).digest();
	return String(10_000 + (hash.readUInt32BE(0) % 1_000_000_000));
}
