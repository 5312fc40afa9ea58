import { describe, expect, it } from "vitest";
import { documentAddressFault } from "../../src/domain/access/oauth-apps/metadata-document/address.ts";
import { readDocument } from "../../src/domain/access/oauth-apps/metadata-document/document.ts";

const address = "https://agent.example/client.json";
const good = {
	client_id: address,
	client_name: "Ink Agent",
	logo_uri: "https://agent.example/logo.png",
	redirect_uris: ["https://agent.example/callback", "http://127.0.0.1:33418/"],
};
const production = { development: false };
const read = (given: object, rules = production) => readDocument(JSON.stringify({ ...good, ...given }), address, rules);

describe("a metadata document", () => {
	it("gives the app its name, its logo and its redirect URIs", () => {
		expect(read({})).toEqual({
			name: "Ink Agent",
			logoUrl: "https://agent.example/logo.png",
			redirectUris: good.redirect_uris,
			native: true,
		});
		const least = read({ logo_uri: undefined, redirect_uris: ["https://agent.example/callback"] });
		expect(least).toMatchObject({ logoUrl: null, native: false });
	});

	it("may name what public apps name, and addresses that only other servers take", () => {
		const given = {
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			token_endpoint_auth_method: "none",
			redirect_uris: ["cursor://agent/callback", "http://localhost/callback", "https://agent.example/callback"],
			unknown: { deep: [] },
		};
		expect(read(given)).toMatchObject({ redirectUris: ["https://agent.example/callback"] });
		expect(read(given, { development: true })).toMatchObject({ redirectUris: given.redirect_uris.slice(1) });
	});

	it.each([
		["another client_id", { client_id: "https://bank.example/client.json" }, "another client_id"],
		["another spelling of its client_id", { client_id: `${address}#` }, "another client_id"],
		["no client_id", { client_id: undefined }, "client_id"],
		["no name", { client_name: undefined }, "client_name"],
		["a blank name", { client_name: " " }, "client_name"],
		["a name that turns the text around", { client_name: "Ink\u202eknab" }, "invisible"],
		["a name of 101 characters", { client_name: "x".repeat(101) }, "client_name"],
		["no redirect URIs", { redirect_uris: undefined }, "redirect_uris"],
		["an empty list of them", { redirect_uris: [] }, "redirect_uris"],
		["one that is no text", { redirect_uris: [1] }, "redirect_uris"],
		["none that can be used", { redirect_uris: ["myapp://cb", "http://agent.example/cb"] }, "can be used here"],
		["one that runs code", { redirect_uris: [...good.redirect_uris, "javascript:alert(1)"] }, "run code"],
		["one that runs code, hidden", { redirect_uris: [...good.redirect_uris, " JaVaScript:alert(1)"] }, "run code"],
		["one with data", { redirect_uris: ["data:text/html,x", ...good.redirect_uris] }, "run code"],
		["a logo that runs code", { logo_uri: "javascript:alert(1)" }, "logo_uri"],
		["a secret", { client_secret: "x" }, "secret"],
		["a method with a secret", { token_endpoint_auth_method: "client_secret_post" }, "secret"],
		["other grant types", { grant_types: ["client_credentials"] }, "grant type"],
		["other response types", { response_types: ["token"] }, "response type"],
	])("with %s is refused in words", (_, given, words) => {
		expect(read(given)).toEqual({ fault: expect.stringContaining(words) });
	});

	it.each(["", "{", "[]", "null", '"x"', "<!doctype html>"])("%j is no document", (text) => {
		expect(readDocument(text, address, production)).toEqual({ fault: "is not a JSON object" });
	});
});

describe("the address of a metadata document", () => {
	it.each([address, "https://agent.example/", "https://agent.example:8443/a/b?c=d", "https://xn--bcher-kva.example/c"])(
		"%s can be a client id",
		(given) => expect(documentAddressFault(given, production)).toBeNull(),
	);

	it.each([
		"client.json",
		"http://agent.example/client.json",
		"http://127.0.0.1:9000/client.json",
		"https://agent.example",
		"https://Agent.example/client.json",
		"https://agent.example:443/client.json",
		"https://agent.example/a/../client.json",
		"https://agent.example/./client.json",
		"https://agent.example/%2e%2e/client.json",
		"https://agent.example/client.json#x",
		"https://agent.example/client.json#",
		"https://kai:x@agent.example/client.json",
		"https://@agent.example/client.json",
		" https://agent.example/client.json",
		"https:\\\\agent.example\\client.json",
		"https://*.example/client.json",
		"https://10.0.0.1/client.json",
		"https://169.254.169.254/client.json",
		"https://[::1]/client.json",
		"https://localhost/client.json",
		"https://metadata.internal/client.json",
		"https://agent.example:22/client.json",
		"javascript:alert(1)",
		"data:application/json,{}",
		"ftp://agent.example/client.json",
	])("%s cannot be one", (given) => expect(documentAddressFault(given, production)).toEqual(expect.any(String)));

	it("may be http on loopback in development alone", () => {
		const development = { development: true };
		for (const host of ["127.0.0.1:9000", "localhost:9000", "[::1]:9000"])
			expect(documentAddressFault(`http://${host}/client.json`, development)).toBeNull();
		expect(documentAddressFault("http://agent.example/client.json", development)).toEqual(expect.any(String));
	});
});
