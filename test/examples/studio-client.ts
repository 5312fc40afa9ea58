import { exports } from "cloudflare:workers";
import { TattooStudio } from "../../client/src/index.ts";

/** `onStep` is called before each request is sent and after each answer. */
export function studioClient(apiKey: string, onStep: () => unknown = () => {}): TattooStudio {
	const fetch = async (url: string, init: RequestInit) => {
		await onStep();
		const response = await exports.default.fetch(new Request(url, init));
		await onStep();
		return response;
	};
	return new TattooStudio({ apiKey, baseUrl: "https://api.test", fetch, maxRetries: 0 });
}
