import * as z from "zod";
import { type memberships, roles, type users } from "../../../platform/db/tables/control/people.ts";
import { email, id, name, time } from "../../../platform/http/fields/fields.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { newPassword } from "./account/new-password.ts";

const statuses = ["ACTIVE", "INVITED"] as const;

export const newUser = z.object({
	email,
	password: newPassword.optional().meta({ description: "Of a new account. Without one the person is invited." }),
	name: name().nullable().default(null),
	role: z.enum(roles).default("OWNER"),
});

export const userPatch = z.object({ role: z.enum(roles).optional() });

export const user = z
	.object({
		object: z.literal("user"),
		id: id("user"),
		email: z.string(),
		name: z.string().nullable(),
		role: z.enum(roles),
		status: z.enum(statuses).meta({ description: "INVITED: a member once the person accepts." }),
		tenant_id: id("tenant"),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "User" });

export type User = z.output<typeof user>;
export type NewUser = z.output<typeof newUser>;
export type UserPatch = z.output<typeof userPatch>;
export type UserRow = typeof users.$inferSelect;

/** The relation of a person to a studio: a membership, or an invitation to one. */
export interface Seat {
	user: UserRow;
	status: (typeof statuses)[number];
	of: Pick<typeof memberships.$inferSelect, "tenantId" | "userId" | "role" | "createdAt" | "updatedAt" | "revision">;
	/** Null for a membership. */
	expiresAt: number | null;
}

/** The time of the later change, of the person or of the seat. */
export const changedAt = ({ user, of }: Omit<Seat, "expiresAt" | "status">): number =>
	Math.max(user.updatedAt, of.updatedAt);

/** The version is that of platform/http/versions/control-versions.ts. */
export const toUser = ({ user, status, of }: Omit<Seat, "expiresAt">): User =>
	withVersion(user.updatedAt + of.updatedAt, {
		object: "user",
		id: user.id,
		email: user.email,
		name: user.name,
		role: of.role,
		status,
		tenant_id: of.tenantId,
		created_at: timestamp(user.createdAt),
		updated_at: timestamp(changedAt({ user, of })),
	});
