import { afterEach, expect, it, vi } from "vitest";
import type { Upload } from "../../src/platform/http/endpoint/upload.ts";
import { ByteBudget } from "../../src/platform/http/request/body/byte-budget.ts";
import { giveBack } from "../../src/platform/http/request/body/uploads.ts";
import { ObjectStore } from "../../src/platform/objects/object-store.ts";

afterEach(() => {
	vi.useRealTimers();
});

it("memory that a cancelled upload never gave back is free again after a while", async () => {
	vi.useFakeTimers();
	const budget = new ByteBudget(10, 10);
	const late = await budget.take("a", 10, 1000);
	await expect(Promise.all([budget.take("b", 10, 1000), vi.advanceTimersByTimeAsync(1000)])).rejects.toThrow();
	vi.advanceTimersByTime(600_000);
	const release = await budget.take("b", 10, 1000);
	late();
	await expect(Promise.all([budget.take("c", 10, 1000), vi.advanceTimersByTimeAsync(1000)])).rejects.toThrow();
	release();
	await budget.take("c", 10, 1000);
});

it("memory is given back when the bucket lets go of the bytes, and not when nobody waits for it any longer", async () => {
	vi.useFakeTimers();
	const call = Promise.withResolvers<R2Object>();
	const bucket = { put: () => call.promise } as unknown as R2Bucket;
	const object = { bytes: new Uint8Array(1), contentType: "image/png", sha256: "", writes: () => [] };
	const upload: Upload = { type: "image/png", width: 1, height: 1, bytes: object.bytes, sha256: "", object };
	const stored = new ObjectStore({ PICTURES: bucket }).put(
		{ bucket: "PICTURES", objectKey: "a" },
		object,
		(storing) => {
			upload.object = { ...object, storing };
		},
	);
	await Promise.all([expect(stored).rejects.toThrow("no answer within 15000 ms"), vi.advanceTimersByTimeAsync(15_000)]);
	const release = vi.fn();
	const given = giveBack(release, { value: upload });
	await vi.advanceTimersByTimeAsync(60_000);
	expect(release).not.toHaveBeenCalled();
	call.reject(new Error("internal error (10001)"));
	await given;
	expect(release).toHaveBeenCalledOnce();
});
