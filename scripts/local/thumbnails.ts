/** A sentence about the thumbnails; undefined if this machine can make them. The runtime makes them with sharp. */
export async function noteOnThumbnails(
	load: () => Promise<unknown> = () => import("sharp"),
): Promise<string | undefined> {
	try {
		await load();
		return undefined;
	} catch {
		return "Thumbnails of pictures are the pictures themselves, because the package sharp does not run on this machine.";
	}
}
