import { operatorToken } from "../../harness/product-runtime.ts";

export async function ask<T>(
	origin: string,
	path: string,
	body: object,
	given: { key?: string; method?: string } = {},
) {
	const { key = operatorToken, method = "POST" } = given;
	const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
	const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
	return JSON.parse(text) as T;
}

export async function many<T>(count: number, make: (n: number) => Promise<T>, atOnce = 8): Promise<T[]> {
	const made: T[] = [];
	const numbers = Array.from({ length: count }, (_, n) => n).values();
	const worker = async () => {
		for (const n of numbers) made[n] = await make(n);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return made;
}
