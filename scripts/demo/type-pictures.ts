import type { SendForm } from "./as-owner.ts";
import { typePictures } from "./data/pictures.ts";

export async function showPictures(send: SendForm, idOf: (name: string) => string): Promise<void> {
	for (const [type, picture] of Object.entries(typePictures)) {
		const [artist = ""] = type.split("/");
		const form = new URLSearchParams({ picture: idOf(`picture/${artist}/${picture}`) });
		await send(`/event_types/${idOf(`event_type/${type}`)}/picture`, form);
	}
}
