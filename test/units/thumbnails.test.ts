import { expect, it } from "vitest";
import { noteOnThumbnails } from "../../scripts/local/thumbnails.ts";

it("the start says nothing of thumbnails where sharp runs, and in one sentence that they are the originals elsewhere", async () => {
	expect(await noteOnThumbnails()).toBeUndefined();
	const missing = () => Promise.reject(new Error("Could not load the sharp module using the linux-x64 runtime"));
	expect(await noteOnThumbnails(missing)).toBe(
		"Thumbnails of pictures are the pictures themselves, because the package sharp does not run on this machine.",
	);
});
