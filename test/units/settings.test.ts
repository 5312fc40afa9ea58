import { describe, expect, it } from "vitest";
import { checkSettings, readSettings } from "../../scripts/local/settings.ts";
import { serviceOrigin } from "../../src/platform/env.ts";

describe("npm start refuses, with the name of the variable", () => {
	it.each([
		["PORT", ["0", "65536", "8787.5", "-1", "http", "8787 "]],
		["ENVIRONMENT", ["prod", "Production", "test"]],
		["BASE_URL", ["/", "api.example.com", "http://api.example.com", "http://localhost.example.com", "ftp://localhost"]],
		["LOG", ["debug", "JSON", "constructor"]],
		["SECURITY_CONTACT", ["call us", "http://studio.example", "a@b@c", "a@b.example\nPolicy: x", "javascript:a@b"]],
	])("a value of %s that nobody understands", (name, values) => {
		for (const value of values) expect(() => checkSettings({ [name]: value })).toThrow(name);
	});
});

describe("npm start takes", () => {
	it.each([
		["PORT", ["", "1", "65535"]],
		["ENVIRONMENT", ["", "development", "production"]],
		["LOG", ["", "errors", "json"]],
		["SECURITY_CONTACT", ["", "safe@studio.example", "mailto:safe@studio.example", "https://studio.example/safety"]],
	])("the values of %s that are documented", (name, values) => {
		for (const value of values) expect(() => checkSettings({ [name]: value })).not.toThrow();
	});

	it("the addresses as BASE_URL under which the service has an OAuth server, and no others", () => {
		for (const BASE_URL of [
			...["https://api.example.com", "https://api.example.com/", "http://localhost:8787", "http://127.0.0.1:8787"],
			...[
				"http://[::1]:8787",
				"/",
				"http://10.0.0.1",
				"api.example.com",
				"http://localhost.example.com",
				"ws://localhost",
			],
		]) {
			const isOpen = serviceOrigin({ ENVIRONMENT: "production", BASE_URL }) !== null;
			const check = expect(() => checkSettings({ BASE_URL }), BASE_URL);
			if (isOpen) check.not.toThrow();
			else check.toThrow("BASE_URL");
		}
	});

	it("the contact for security, and gives it to the Worker", () => {
		const SECURITY_CONTACT = "safe@studio.example";
		expect(readSettings({ SECURITY_CONTACT }).variables).toEqual({ SECURITY_CONTACT });
		expect(readSettings({}).variables).toEqual({});
	});

	it("this machine's address under production's rules unless another is named", () => {
		const addressIn = (environment: NodeJS.ProcessEnv) => readSettings(environment).variables.BASE_URL;
		expect(addressIn({ ENVIRONMENT: "production", PORT: "9000" })).toBe("http://localhost:9000");
		expect(addressIn({ ENVIRONMENT: "production", BASE_URL: "https://a.example" })).toBe("https://a.example");
		expect(addressIn({})).toBeUndefined();
	});
});
