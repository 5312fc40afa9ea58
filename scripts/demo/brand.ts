import type { SendForm } from "./as-owner.ts";
import { pictureFile } from "./data/pictures.ts";

const accentColor = "#2f6b4f";

export async function setBrand(send: SendForm): Promise<void> {
	const file = new FormData();
	file.set("logo", new Blob([pictureFile("logo")], { type: "image/png" }), "logo.png");
	await send("/brand", file);
	await send("/brand/color", new URLSearchParams({ accent_color: accentColor }));
}
