import * as z from "zod";
import { revocationReasons } from "../db/tables/control/oauth.ts";
import { define } from "./definition.ts";

export const access = define({
	missing_api_key: {
		status: 401,
		title: "Credential missing",
		meaning: "The request carries no bearer credential. Send `Authorization: Bearer <API key or access token>`.",
	},
	invalid_api_key: {
		status: 401,
		title: "Unknown API key",
		meaning: "The value is not an API key of this service. Check that you copied all of it.",
	},
	revoked_api_key: {
		status: 401,
		title: "API key revoked",
		meaning: "The key was revoked, or this value of it was replaced by a rotation. Use the new value or another key.",
	},
	expired_api_key: {
		status: 401,
		title: "API key expired",
		meaning: "The key has expired. Use another key, or have the expiry of this one moved.",
	},
	inactive_api_key: {
		status: 401,
		title: "API key paused",
		meaning: "The key is paused. It works again when somebody activates it.",
	},
	ip_not_allowed: {
		status: 403,
		title: "Address not allowed",
		meaning: "The key has an allowlist and the connecting address is not on it.",
	},
	invalid_access_token: {
		status: 401,
		title: "Unknown access token",
		meaning:
			"The value is not an access token of this service, or its app asked for a token for another `resource`. Check that you copied all of it.",
	},
	revoked_access_token: {
		status: 401,
		title: "Access token revoked",
		meaning: "The app revoked this token alone. The grant still works: use its refresh token for a new access token.",
	},
	expired_access_token: {
		status: 401,
		title: "Access token expired",
		meaning: "An access token lives for an hour. Use the refresh token for a new one.",
	},
	revoked_grant: {
		status: 401,
		title: "Grant revoked",
		meaning:
			"All tokens of the authorization are revoked, and `reason` says why. `code_replayed`: a code was used twice. `refresh_replayed`: a refresh token was used twice. `revoked_by_user`: the studio disconnected the app. `revoked_by_app`: the app revoked its refresh token. `app_deleted`: the app is no longer registered. Ask for a new authorization.",
		extra: z.object({ reason: z.enum(revocationReasons) }),
	},
	app_suspended: {
		status: 403,
		title: "App suspended",
		meaning: "The OAuth app is suspended. Tokens that have not expired work again when the suspension ends.",
	},
	insufficient_scope: {
		status: 403,
		title: "Scope missing",
		meaning: "The credential works, but it does not have the scope that this endpoint needs.",
		extra: z.object({ required_scopes: z.array(z.string()), granted_scopes: z.array(z.string()) }),
	},
	feature_not_available: {
		status: 403,
		title: "Not part of the plan",
		meaning:
			"The tenant's plan does not include this feature. API access starts with the Solo plan. Or the tenant is being deleted.",
	},
	plan_limit_reached: {
		status: 403,
		title: "Plan limit reached",
		meaning:
			"The plan's cap on this kind of resource is reached, or the studio stores as much as its plan allows. Remove something or move to a higher plan.",
	},
});
