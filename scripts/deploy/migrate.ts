import type { Cloudflare } from "./cloudflare.ts";
import { pendingOf } from "./found.ts";
import type { Wrangler } from "./wrangler.ts";

interface Given {
	cloudflare: Cloudflare;
	wrangler: Wrangler;
	config: string;
}

/**
 * Applies the migrations that a database lacks. Of two that do so at once, one meets what the other has just made: it goes on
 * with what is left.
 */
export async function migrate({ cloudflare, wrangler, config }: Given, binding: string, id: string): Promise<void> {
	const left = () => pendingOf(cloudflare, id, binding === "DB" ? "control" : "data");
	for (let pending = await left(); pending.length > 0; ) {
		const failed = await wrangler(["d1", "migrations", "apply", binding, "--remote", "--config", config]).then(
			() => undefined,
			(error: unknown) => error,
		);
		const before = pending.length;
		pending = await left();
		if (failed && pending.length >= before) throw failed;
	}
}
