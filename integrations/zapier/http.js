/** BASE_URL is an environment variable of the integration. `zapier env:set` sets it. */
export const at = (path) => `${process.env.BASE_URL}${path}`;

/** Adds the credential to requests to the API only. Requests to the token endpoint carry the app's own credentials. */
export function authorize(request, _z, bundle) {
	const credential = bundle.authData?.access_token ?? bundle.authData?.api_key;
	if (credential && request.url.startsWith(at("/v1/"))) request.headers.Authorization = `Bearer ${credential}`;
	return request;
}

/** Shows errors in the words of the API. After a 401, Zapier itself refreshes an access token and tries again. */
export function explain(response, z, bundle) {
	if (response.status < 400 || response.skipThrowForStatus) return response;
	if (response.status === 401 && bundle.authData?.access_token) return response;
	const { code, detail, error, error_description: description } = problemOf(response);
	const message = detail ?? description ?? `The service answered ${response.status}.`;
	if (response.status === 429)
		throw new z.errors.ThrottledError(message, Number(response.getHeader("Retry-After")) || 60);
	throw new z.errors.Error(message, code ?? error ?? "error", response.status);
}

/** The content of a file cannot be read in that way. */
function problemOf(response) {
	try {
		return JSON.parse(response.content) ?? {};
	} catch {
		return {};
	}
}
