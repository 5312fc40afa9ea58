import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { type Change, decideAgain } from "../../commit/change.ts";
import { insert } from "../../commit/write.ts";
import type { Caller } from "../../context.ts";
import { firstRevision } from "../../db/record.ts";
import { memberships, users } from "../../db/tables/service/people.ts";
import { endpointsFor } from "../../http/endpoint.ts";
import { email, emailKey, id, name, text, time } from "../../http/fields.ts";
import { hashPassword } from "../../lib/crypto.ts";
import { newId } from "../../lib/ids.ts";
import { timestamp } from "../../lib/time.ts";
import { problem } from "../../problems.ts";
import { findTenant } from "../tenants/operations.ts";

const operator = endpointsFor<Caller>();

const newUser = z.object({ email, password: text(256).min(8), name: name().nullable().default(null) });

const user = z
	.object({
		object: z.literal("user"),
		id: id("user"),
		email: z.string(),
		name: z.string().nullable(),
		tenant_id: id("tenant"),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "User" });

type UserRow = typeof users.$inferSelect;

const toUser = (row: UserRow, tenantId: string): z.output<typeof user> => ({
	object: "user",
	id: row.id,
	email: row.email,
	name: row.name,
	tenant_id: tenantId,
	created_at: timestamp(row.createdAt),
	updated_at: timestamp(row.updatedAt),
});

/** A person who already exists becomes a member of this tenant, too, and keeps the password. */
async function createUser(
	caller: Caller,
	tenantId: string,
	given: z.output<typeof newUser>,
): Promise<Change<z.output<typeof user>>> {
	const key = emailKey(given.email);
	const [, [existing]] = await Promise.all([
		findTenant(caller, tenantId),
		caller.db
			.select({ user: users, member: memberships.userId })
			.from(users)
			.leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.tenantId, tenantId)))
			.where(eq(users.emailKey, key)),
	]);
	if (existing?.member) throw alreadyMember();
	const row: UserRow = existing?.user ?? {
		id: newId("user", caller.now),
		email: given.email,
		emailKey: key,
		name: given.name,
		passwordHash: await hashPassword(given.password),
		...firstRevision(caller.now),
	};
	const membership = insert(memberships).values({ tenantId, userId: row.id, createdAt: caller.now });
	return {
		result: toUser(row, tenantId),
		tenantId,
		writes: existing ? [membership] : [insert(users).values(row), membership],
		audit: { action: existing ? "user.added" : "user.created", resourceId: row.id },
		refused: (refusal) => {
			if (refusal.kind !== "unique") return undefined;
			// Another request created this person meanwhile. The next decision adds the user who now exists.
			if (refusal.columns === "users.email_key") return decideAgain;
			return alreadyMember();
		},
	};
}

const alreadyMember = () => problem("conflict", "A user with this email is already a member of the tenant.");

export const userRoutes = [
	operator.create({
		id: "adminCreateUser",
		path: "/admin/tenants/:tenant_id/users",
		tag: "Operator",
		summary: "Add a user to a tenant",
		scope: null,
		params: { tenant_id: "tenant" },
		body: newUser,
		answer: user,
		errors: ["conflict"],
		run: (caller, { params: { tenant_id }, body }) => createUser(caller, tenant_id, body),
	}),
];
