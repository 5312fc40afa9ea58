import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { newAddress } from "./support/api.ts";
import { newWorld } from "./support/world.ts";

const paths = [
	["GET", "/v1/me"],
	["GET", "/v1/clients/cli_wrong"],
	["OPTIONS", "/v1/clients"],
	["POST", "/v1/clients"],
	["GET", "/nothing"],
	["GET", "/healthz"],
	["GET", "/admin/tenants"],
	["GET", "/openapi.json"],
	["GET", "/docs/errors/conflict"],
	["GET", "/sign_in"],
	["GET", "/dashboard"],
	["GET", "/oauth/authorize"],
	["POST", "/oauth/token"],
	["GET", "/.well-known/oauth-authorization-server"],
] as const;

it.each(paths)(
	"%s %s is answered with Strict-Transport-Security over https, and without over http",
	async (method, path) => {
		const { key } = await newWorld();
		const headerOver = async (origin: string) => {
			const headers = { Authorization: `Bearer ${key}`, "CF-Connecting-IP": newAddress() };
			const request = new Request(origin + path, { method, headers, redirect: "manual" });
			return (await exports.default.fetch(request)).headers.get("Strict-Transport-Security");
		};
		expect(await headerOver("https://api.test")).toBe("max-age=31536000; includeSubDomains");
		expect(await headerOver("http://localhost:8787")).toBeNull();
	},
);
