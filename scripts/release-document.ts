// Keeps the API document and the changelog as they are now, as those of the last release: `npm run release:document`.
import { apiDocument } from "../src/api/openapi/document.ts";
import { keepRelease, unmentionedSinceRelease } from "./released/release.ts";

const origin = "https://api.tattoo-studio.invalid";
const document = JSON.parse(JSON.stringify(apiDocument(origin, `${origin}/docs`)));
keepRelease(document);
if (unmentionedSinceRelease(document).length > 0) throw new Error("The kept document differs from the present one.");
