import { expect, it } from "vitest";
import { placeholders, withAddresses } from "../../src/web/docs/sending/addresses.ts";

it("the address of a request means nothing but itself in a page of the documentation", () => {
	const text = `<a href="${placeholders.origin}/docs">${placeholders.docsUrl}/errors</a>`;
	expect(withAddresses(text, "http://localhost:8787", "https://docs.example.com/api")).toBe(
		'<a href="http://localhost:8787/docs">https://docs.example.com/api/errors</a>',
	);
	const split = withAddresses(`${placeholders.protocol} ${placeholders.host}`, "http://localhost:8787", "");
	expect(split).toBe("http localhost:8787");
	const hostile = withAddresses(text, `http://a"'b$&`, "http://<c>`");
	expect(hostile).toBe('<a href="http://a%22%27b%24%26/docs">http://%3cc%3e%60/errors</a>');
});
