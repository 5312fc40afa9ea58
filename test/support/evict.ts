import { evictDurableObject } from "cloudflare:test";

/** An eviction waits for the calls of the object, on a busy machine for longer than the runtime does at once. */
const mostTries = 10;

export async function evict(object: Parameters<typeof evictDurableObject>[0]): Promise<void> {
	for (let tries = 1; ; tries++) {
		try {
			return await evictDurableObject(object);
		} catch (error) {
			if (tries === mostTries || !/Timed out waiting to evict/.test(String(error))) throw error;
		}
	}
}
