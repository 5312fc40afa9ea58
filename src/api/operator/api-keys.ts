import * as z from "zod";
import {
	createApiKey,
	getApiKey,
	inTenantOfKey,
	listApiKeys,
	updateApiKey,
} from "../../domain/access/api-keys/operations.ts";
import { endReplacedValue, rotateApiKey } from "../../domain/access/api-keys/rotation.ts";
import { apiKey, apiKeyPatch, keyWithValue, newApiKey, rotation } from "../../domain/access/api-keys/schema.ts";
import type { Caller } from "../../platform/context.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import { syncQuery } from "../../platform/http/fields/fields.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";
const params = { api_key_id: "api_key" } as const;

export const apiKeyRoutes = [
	operator.create({
		id: "adminCreateApiKey",
		path: "/admin/tenants/:tenant_id/api_keys",
		tag,
		summary: "Create an API key",
		scope: null,
		params: { tenant_id: "tenant" },
		body: newApiKey,
		answer: keyWithValue,
		secretAnswer: "key",
		errors: ["validation_error"],
		location: ({ api_key }) => `/admin/api_keys/${api_key.id}`,
		run: (caller, { params: { tenant_id }, body }) => createApiKey({ ...caller, tenantId: tenant_id }, body),
	}),
	operator.list({
		id: "adminListApiKeys",
		path: "/admin/tenants/:tenant_id/api_keys",
		tag,
		summary: "List a tenant's API keys",
		scope: null,
		params: { tenant_id: "tenant" },
		query: z.object({ ...syncQuery }),
		answer: apiKey,
		run: (caller, { params: { tenant_id }, query, page }) =>
			listApiKeys({ ...caller, tenantId: tenant_id }, page, query),
	}),
	operator.get({
		id: "adminGetApiKey",
		path: "/admin/api_keys/:api_key_id",
		tag,
		summary: "Get an API key",
		scope: null,
		params,
		answer: apiKey,
		run: async (caller, { params: { api_key_id } }) => getApiKey(await inTenantOfKey(caller, api_key_id), api_key_id),
	}),
	operator.change("PATCH", {
		id: "adminUpdateApiKey",
		path: "/admin/api_keys/:api_key_id",
		tag,
		summary: "Change, pause or revoke an API key",
		scope: null,
		params,
		body: apiKeyPatch,
		answer: apiKey,
		errors: ["validation_error"],
		run: async (caller, { params: { api_key_id }, body }) =>
			updateApiKey(await inTenantOfKey(caller, api_key_id), api_key_id, body),
	}),
	operator.change("POST", {
		id: "adminRotateApiKey",
		path: "/admin/api_keys/:api_key_id/rotate",
		tag,
		summary: "Give an API key a new value",
		scope: null,
		params,
		body: rotation,
		bodyOptional: true,
		answer: keyWithValue,
		secretAnswer: "key",
		run: async (caller, { params: { api_key_id }, body }) =>
			rotateApiKey(await inTenantOfKey(caller, api_key_id), api_key_id, body.overlap_seconds),
	}),
	operator.change("POST", {
		id: "adminEndReplacedValue",
		path: "/admin/api_keys/:api_key_id/end_replaced_value",
		tag,
		summary: "End the replaced value of an API key before its overlap is over",
		scope: null,
		params,
		answer: apiKey,
		run: async (caller, { params: { api_key_id } }) =>
			endReplacedValue(await inTenantOfKey(caller, api_key_id), api_key_id),
	}),
];
