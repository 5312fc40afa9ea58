import * as z from "zod";
import { newUser, toUser, user, userPatch } from "../../domain/access/people/schema.ts";
import { addUser } from "../../domain/access/people/team/add.ts";
import { removeUser, updateUser } from "../../domain/access/people/team/change.ts";
import { resendInvitation } from "../../domain/access/people/team/resend.ts";
import { findSeat, listUsers } from "../../domain/access/people/team/seats.ts";
import { findOpenTenant, findTenant } from "../../domain/access/tenants/operations.ts";
import type { Caller } from "../../platform/context.ts";
import { together } from "../../platform/db/together.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import { deleted, syncQuery } from "../../platform/http/fields/fields.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";
const ofTenant = { tenant_id: "tenant" } as const;
const params = { tenant_id: "tenant", user_id: "user" } as const;

export const userRoutes = [
	operator.create({
		id: "adminCreateUser",
		path: "/admin/tenants/:tenant_id/users",
		tag,
		summary: "Add a user to a tenant",
		description:
			"A new account with a password is a member at once. Without a password, or where the account exists, an invitation is mailed.",
		scope: null,
		params: ofTenant,
		body: newUser,
		answer: user,
		location: ({ id, tenant_id }) => `/admin/tenants/${tenant_id}/users/${id}`,
		run: async (caller, { params: { tenant_id }, body }) => {
			await findOpenTenant(caller, tenant_id);
			return await addUser(caller, tenant_id, body);
		},
	}),
	operator.list({
		id: "adminListUsers",
		path: "/admin/tenants/:tenant_id/users",
		tag,
		summary: "List a tenant's users, invited ones included",
		scope: null,
		params: ofTenant,
		query: z.object({ ...syncQuery }),
		answer: user,
		run: async (caller, { params: { tenant_id }, query, page }) => {
			const [users] = await together(
				caller,
				(caller) => listUsers(caller, tenant_id, page, query),
				(caller) => findTenant(caller, tenant_id),
			);
			return users;
		},
	}),
	operator.get({
		id: "adminGetUser",
		path: "/admin/tenants/:tenant_id/users/:user_id",
		tag,
		summary: "Get a user of a tenant",
		scope: null,
		params,
		answer: user,
		run: async (caller, { params: { tenant_id, user_id } }) => toUser(await findSeat(caller, tenant_id, user_id)),
	}),
	operator.change("PATCH", {
		id: "adminUpdateUser",
		path: "/admin/tenants/:tenant_id/users/:user_id",
		tag,
		summary: "Change a user's role",
		scope: null,
		params,
		body: userPatch,
		answer: user,
		run: (caller, { params: { tenant_id, user_id }, body }) => updateUser(caller, tenant_id, user_id, body),
	}),
	operator.change("DELETE", {
		id: "adminDeleteUser",
		path: "/admin/tenants/:tenant_id/users/:user_id",
		tag,
		summary: "Remove a user from a tenant, or take back an invitation",
		scope: null,
		params,
		answer: deleted("user"),
		run: (caller, { params: { tenant_id, user_id } }) => removeUser(caller, tenant_id, user_id),
	}),
	operator.change("POST", {
		id: "adminResendInvitation",
		path: "/admin/tenants/:tenant_id/users/:user_id/resend_invitation",
		tag,
		summary: "Mail a user's invitation once more",
		description: "The new link is valid for 7 days. The earlier link is dead.",
		scope: null,
		params,
		answer: user,
		run: async (caller, { params: { tenant_id, user_id } }) => {
			await findOpenTenant(caller, tenant_id);
			return await resendInvitation(caller, tenant_id, user_id);
		},
	}),
];
