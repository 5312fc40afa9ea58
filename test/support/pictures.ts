import { newPicture } from "../../lab/harness/picture-bytes.ts";
import { type Answer, type Call, call } from "./api.ts";

export { newPicture };

/** The body and the content type of an upload. */
export const pictureRequest = (bytes: Uint8Array<ArrayBuffer> = newPicture(), type = "image/png"): Call => ({
	method: "POST",
	raw: new Blob([bytes], { type }),
});

/** Adds a picture to the record at the path. */
export const addPicture = (key: string, path: string, bytes?: Uint8Array<ArrayBuffer>): Promise<Answer> =>
	call(201, `${path}/pictures`, { key, ...pictureRequest(bytes) });
