import { newPicture } from "../../lab/harness/picture-bytes.ts";
import { type Answer, type Call, call } from "./api.ts";

export { newPicture };

export const pictureRequest = (bytes: Uint8Array<ArrayBuffer> = newPicture(), type = "image/png"): Call => ({
	method: "POST",
	raw: new Blob([bytes], { type }),
});

export const addPicture = (key: string, path: string, bytes?: Uint8Array<ArrayBuffer>): Promise<Answer> =>
	call(201, `${path}/pictures`, { key, ...pictureRequest(bytes) });
