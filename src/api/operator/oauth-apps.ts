import * as z from "zod";
import { admitApp } from "../../domain/access/oauth-apps/metadata-document/admit.ts";
import {
	createApp,
	deleteApp,
	endReplacedSecret,
	getApp,
	listApps,
	rotateAppSecret,
	updateApp,
} from "../../domain/access/oauth-apps/operations.ts";
import { app, appPatch, appWithSecret, isRegistration, newApp } from "../../domain/access/oauth-apps/schema.ts";
import type { Caller } from "../../platform/context.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import { deleted, idFilter, syncQuery } from "../../platform/http/fields/fields.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";
const path = "/admin/oauth_apps";
const appPath = `${path}/:oauth_app_id`;
const params = { oauth_app_id: "oauth_app" } as const;

export const oauthAppRoutes = [
	operator.create({
		id: "adminCreateOAuthApp",
		path,
		tag,
		summary: "Register an OAuth app, or admit one by the address of its metadata document",
		scope: null,
		body: newApp,
		answer: appWithSecret,
		secretAnswer: "client_secret",
		errors: ["validation_error", "feature_not_available", "conflict"],
		location: ({ app }) => `${path}/${app.id}`,
		run: async (caller, { body }) =>
			isRegistration(body) ? await createApp(caller, body) : await admitApp(caller, body.client_id_metadata_url ?? ""),
	}),
	operator.list({
		id: "adminListOAuthApps",
		path,
		tag,
		summary: "List OAuth apps",
		scope: null,
		query: z.object({ ...syncQuery, tenant_id: idFilter("a tenant", "tenant") }),
		answer: app,
		run: (caller, { query, page }) => listApps(caller, query, page),
	}),
	operator.get({
		id: "adminGetOAuthApp",
		path: appPath,
		tag,
		summary: "Get an OAuth app",
		scope: null,
		params,
		answer: app,
		run: (caller, { params: { oauth_app_id } }) => getApp(caller, oauth_app_id),
	}),
	operator.change("PATCH", {
		id: "adminUpdateOAuthApp",
		path: appPath,
		tag,
		summary: "Change, suspend or resume an OAuth app",
		scope: null,
		params,
		body: appPatch,
		answer: app,
		errors: ["validation_error"],
		run: (caller, { params: { oauth_app_id }, body }) => updateApp(caller, oauth_app_id, body),
	}),
	operator.change("DELETE", {
		id: "adminDeleteOAuthApp",
		path: appPath,
		tag,
		summary: "Delete a suspended OAuth app",
		description:
			"An active app is 409: suspend it first, so that its tokens work nowhere. The connections of studios are revoked in the minutes that follow.",
		scope: null,
		params,
		answer: deleted("oauth_app").meta({ id: "DeletedOAuthApp" }),
		run: (caller, { params: { oauth_app_id } }) => deleteApp(caller, oauth_app_id),
	}),
	operator.change("POST", {
		id: "adminRotateOAuthAppSecret",
		path: `${appPath}/rotate_secret`,
		tag,
		summary: "Give an OAuth app a new secret and keep the one before it",
		scope: null,
		params,
		answer: appWithSecret,
		secretAnswer: "client_secret",
		run: (caller, { params: { oauth_app_id } }) => rotateAppSecret(caller, oauth_app_id),
	}),
	operator.change("POST", {
		id: "adminEndReplacedOAuthAppValue",
		path: `${appPath}/end_replaced_value`,
		tag,
		summary: "End the replaced secret of an OAuth app",
		description: "Does nothing if the app has one secret or none.",
		scope: null,
		params,
		answer: app,
		run: (caller, { params: { oauth_app_id } }) => endReplacedSecret(caller, oauth_app_id),
	}),
];
