import type { EraseSome } from "./person.ts";

export const eraseRequests: EraseSome = async ({ objectsOfStudio }, { emails }) => {
	await objectsOfStudio?.forgetRequests(emails.flatMap((email) => [email, encodeURIComponent(email).toLowerCase()]));
	return { writes: [], next: null };
};

export const erasePreviews: EraseSome = async ({ objectsOfStudio }) => {
	await objectsOfStudio?.forgetPreviews();
	return { writes: [], next: null };
};

export const eraseOperatorKeys: EraseSome = async ({ objectsOfStudio }, { keys }) => {
	await objectsOfStudio?.forgetOperatorKeys(keys);
	return { writes: [], next: null };
};
