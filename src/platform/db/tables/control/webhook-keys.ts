import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created } from "../../columns.ts";

/** The key pairs with which the installation signs webhooks (contract: Signature 9). */
export const webhookKeys = sqliteTable("webhook_keys", {
	/** Rises with each rotation. Of two rotations that race, the database refuses one, which then decides again. */
	number: integer("number").primaryKey(),
	/** The thumbprint of the public key (RFC 7638). */
	kid: text("kid").notNull(),
	/** The `x` of the JWK. */
	publicKey: text("public_key").notNull(),
	/** The `d` of the JWK, encrypted with the Worker's key. */
	privateKey: text("private_key").notNull(),
	/** Null for the key that signs. */
	publishedUntil: integer("published_until"),
	...created,
});
