import * as z from "zod";
import { appStatuses, appTypes, type oauthClientSecrets } from "../../../platform/db/tables/control/oauth.ts";
import { type Scope, scopes } from "../../../platform/gate/scopes.ts";
import { id, name, reference, text, time } from "../../../platform/http/fields/fields.ts";
import { targetUrl, webUrl } from "../../../platform/http/fields/web-url.ts";
import { withVersion } from "../../../platform/http/versions/version.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import type { App } from "./apps.ts";

/** An app needs only a few addresses to which people return. */
const maxRedirectUris = 20;
/** Every scope, and some of them twice. */
const maxScopes = 100;

const unique = (values: string[]) => [...new Set(values)];
const link = webUrl.nullable();

const settable = {
	name: name(100),
	description: text(500).nullable(),
	homepage_url: link,
	logo_url: link,
	redirect_uris: z.array(targetUrl).min(1).max(maxRedirectUris).transform(unique).meta({
		description:
			"The service compares them character by character. They must be https. A native app may have http to 127.0.0.1 and [::1], and then comes with any port. In development, http to the machine itself is allowed, too.",
	}),
	scopes: z
		.array(z.enum(scopes as readonly [Scope, ...Scope[]]))
		.min(1)
		.max(maxScopes)
		.transform(unique)
		.meta({ description: "The scopes that the app may ask for." }),
	first_party: z.boolean().meta({ description: "Whether the app may introspect the tokens of every app." }),
	command_line: z.boolean().meta({
		description: "Whether the command line of this installation signs in with the app. At most one app, a native one.",
	}),
};

const registration = z.object({
	...settable,
	tenant_id: reference("the tenant whose app it is"),
	description: settable.description.default(null),
	homepage_url: link.default(null),
	logo_url: link.default(null),
	type: z.enum(appTypes).default("confidential"),
	first_party: settable.first_party.default(false),
	native: z
		.boolean()
		.default(false)
		.meta({ description: "Whether the app runs on the machine of the person (RFC 8252). Such an app is public." }),
	command_line: settable.command_line.default(false),
});

export type NewApp = z.output<typeof registration>;

const required = ["tenant_id", "name", "redirect_uris", "scopes"] as const;

/** An app that is registered by hand, or the address of the document that describes one. */
export const newApp = registration
	.partial({ tenant_id: true, name: true, redirect_uris: true, scopes: true })
	.extend({ client_id_metadata_url: targetUrl.optional() })
	.superRefine((given, ctx) => {
		const isDescribed = given.client_id_metadata_url !== undefined;
		const message = isDescribed ? "must be left out beside client_id_metadata_url" : "is required";
		for (const name of required)
			if ((given[name] === undefined) !== isDescribed) ctx.addIssue({ code: "custom", path: [name], message });
	});

export const isRegistration = (given: z.output<typeof newApp>): given is NewApp & { client_id_metadata_url?: never } =>
	given.client_id_metadata_url === undefined;

export const appPatch = z.object({ ...z.object(settable).partial().shape, status: z.enum(appStatuses).optional() });

export const app = z
	.object({
		object: z.literal("oauth_app"),
		id: id("oauth_app"),
		tenant_id: id("tenant"),
		client_id: z.string(),
		name: z.string(),
		description: z.string().nullable(),
		homepage_url: z.string().nullable(),
		logo_url: z.string().nullable(),
		redirect_uris: z.array(z.string()),
		scopes: z.array(z.string()),
		type: z.enum(appTypes),
		first_party: z.boolean(),
		native: z.boolean(),
		command_line: z.boolean(),
		status: z.enum(appStatuses),
		client_secrets: z
			.array(z.object({ hint: z.string(), created_at: time }))
			.meta({ description: "The secrets that work, by their last characters, newest first." }),
		created_at: time,
		updated_at: time,
	})
	.meta({ id: "OAuthApp" });

export const appWithSecret = z.object({
	app,
	client_secret: z
		.string()
		.nullable()
		.meta({ description: "Only this answer shows it. Null for a public app, which has no secret." }),
});

export type OAuthApp = z.output<typeof app>;
export type Secret = typeof oauthClientSecrets.$inferSelect;

export const toApp = (row: App, secrets: Secret[]): OAuthApp =>
	withVersion(row.revision, {
		object: "oauth_app",
		id: row.id,
		tenant_id: row.tenantId,
		client_id: row.clientId,
		name: row.name,
		description: row.description,
		homepage_url: row.homepageUrl,
		logo_url: row.logoUrl,
		redirect_uris: row.redirectUris,
		scopes: row.scopes,
		type: row.type,
		first_party: row.firstParty,
		native: row.native,
		command_line: row.commandLine,
		status: row.status,
		client_secrets: secrets.map(({ hint, createdAt }) => ({ hint, created_at: timestamp(createdAt) })),
		created_at: timestamp(row.createdAt),
		updated_at: timestamp(row.updatedAt),
	});
