import { at } from "./http.js";

/** Zapier tests a connection with this request, and names the connection after its answer. */
const test = async (z) => (await z.request(at("/v1/automation/me"))).data;

/** The scopes of `/v1/automation`, of the drop-downs of artists, of the search for clients, and of pictures. */
const scopes = [
	...["read:automation", "write:automation", "read:artists", "read:clients"],
	...["read:form_submissions", "write:leads", "write:ideas"],
];

const connectionLabel = "{{label}}";

/** Sends a form with the app's own credentials in the body (RFC 6749, 2.3.1). */
async function token(z, grant) {
	const { data } = await z.request({
		method: "POST",
		url: at("/oauth/token"),
		headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
		body: { ...grant, client_id: process.env.CLIENT_ID, client_secret: process.env.CLIENT_SECRET },
	});
	return { access_token: data.access_token, refresh_token: data.refresh_token };
}

const getAccessToken = (z, bundle) =>
	token(z, {
		grant_type: "authorization_code",
		code: bundle.inputData.code,
		redirect_uri: bundle.inputData.redirect_uri,
		code_verifier: bundle.inputData.code_verifier,
	});

/** The service gives a new refresh token with each refresh, and Zapier must keep the new one. */
const refreshAccessToken = (z, bundle) =>
	token(z, { grant_type: "refresh_token", refresh_token: bundle.authData.refresh_token });

const oauth2 = {
	type: "oauth2",
	test,
	connectionLabel,
	oauth2Config: {
		authorizeUrl: {
			method: "GET",
			url: "{{process.env.BASE_URL}}/oauth/authorize",
			params: {
				response_type: "code",
				client_id: "{{process.env.CLIENT_ID}}",
				redirect_uri: "{{bundle.inputData.redirect_uri}}",
				state: "{{bundle.inputData.state}}",
			},
		},
		scope: scopes.join(" "),
		getAccessToken,
		refreshAccessToken,
		autoRefresh: true,
		enablePkce: true,
	},
};

const apiKey = {
	type: "custom",
	test,
	connectionLabel,
	fields: [
		{
			key: "api_key",
			label: "API key",
			type: "password",
			required: true,
			helpText: `Create one in the dashboard with the scopes ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`,
		},
	],
};

export const authentication = (auth) => ({ oauth2, api_key: apiKey })[auth];
