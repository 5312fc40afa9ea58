import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runs, written } from "./fences.ts";

const folder = mkdtempSync(join(tmpdir(), "key-verifiers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const body = '{"id":"evt_1","name":"Zoë"}';
const seconds = Math.floor(Date.now() / 1000);
const pairs = { now: generateKeyPairSync("ed25519"), before: generateKeyPairSync("ed25519") };
type Kid = keyof typeof pairs;

/** The list that the service publishes. */
const keys = (Object.keys(pairs) as Kid[]).map((kid) => ({
	...pairs[kid].publicKey.export({ format: "jwk" }),
	kid,
	alg: "EdDSA",
	use: "sig",
}));

const signed = (by: Kid, at = seconds, of = body, id = "evt_1") =>
	`v1a,${sign(null, Buffer.from(`${id}.${at}.${of}`), pairs[by].privateKey).toString("base64")}`;
const headers = (given: Record<string, string> = {}) => ({
	"webhook-id": "evt_1",
	"webhook-timestamp": String(seconds),
	"webhook-signature": `v1,AAAA ${signed("now")}`,
	"webhook-key-id": "now",
	...given,
});
const cases: [string, Record<string, string>, boolean][] = [
	["a good one", headers(), true],
	["one by the key before", headers({ "webhook-signature": signed("before"), "webhook-key-id": "before" }), true],
	["one by another key than it names", headers({ "webhook-signature": signed("before") }), false],
	["one by a key that is not listed", headers({ "webhook-key-id": "next" }), false],
	[
		"an old one",
		headers({ "webhook-timestamp": String(seconds - 301), "webhook-signature": signed("now", seconds - 301) }),
		false,
	],
	["one with another time", headers({ "webhook-timestamp": String(seconds - 1) }), false],
	["one of another event", headers({ "webhook-id": "evt_2" }), false],
	["one over another body", headers({ "webhook-signature": signed("now", seconds, `${body} `) }), false],
	["that of the secret alone", headers({ "webhook-signature": "v1,AAAA" }), false],
	["one that is cut off", headers({ "webhook-signature": signed("now").slice(0, 40) }), false],
	["nonsense", headers({ "webhook-timestamp": "soon", "webhook-signature": "v1a,²" }), false],
	["none", {}, false],
];
const given = JSON.stringify(cases.map(([, one]) => one));
const listed = JSON.stringify(keys);

/** A program that prints, for the headers of each case, whether the request is genuine. */
const verifiers = {
	ts: {
		isThere: () => true,
		command: process.execPath,
		args: (file: string) => [
			"--input-type=module",
			"-e",
			`import { isGenuine } from ${JSON.stringify(file)}; for (const headers of ${given}) console.log(isGenuine(${JSON.stringify(body)}, headers, ${listed}));`,
		],
	},
	py: {
		isThere: () => runs('python3 -c "import cryptography"'),
		command: "python3",
		args: () => [
			"-c",
			`import json, sys; sys.path.insert(0, ${JSON.stringify(folder)}); from verify_key import is_genuine\nfor headers in json.loads(${JSON.stringify(given)}): print("true" if is_genuine(${JSON.stringify(body)}.encode(), headers, json.loads(${JSON.stringify(listed)})) else "false")`,
		],
	},
	php: {
		isThere: () => runs("php -r 'exit(extension_loaded(\"sodium\") ? 0 : 1);'"),
		command: "php",
		args: (file: string) => [
			"-r",
			`require ${JSON.stringify(file)}; foreach (json_decode('${given}', true) as $headers) echo is_genuine('${body}', $headers, json_decode('${listed}', true)) ? "true\n" : "false\n";`,
		],
	},
	rb: {
		isThere: () => runs("ruby -e 'require \"openssl\"'"),
		command: "ruby",
		args: (file: string) => [
			"-e",
			`require "json"; require ${JSON.stringify(file)}; JSON.parse('${given}').each { |headers| puts genuine?('${body}', headers, JSON.parse('${listed}')) }`,
		],
	},
	go: {
		isThere: () => runs("command -v go"),
		command: "go",
		args: (file: string) => {
			const text = readFileSync(file, "utf8").replace("package webhook", "package main");
			const imports = text.replace("import (", 'import (\n\t"encoding/json"\n\t"fmt"');
			const main = `func main() {\n\tvar cases []map[string]string\n\tvar keys []Key\n\tjson.Unmarshal([]byte(\`${given}\`), &cases)\n\tjson.Unmarshal([]byte(\`${listed}\`), &keys)\n\tfor _, headers := range cases {\n\t\tfmt.Println(IsGenuine([]byte(\`${body}\`), headers, keys))\n\t}\n}\n`;
			const runnable = join(folder, "main.go");
			writeFileSync(runnable, `${imports}\n${main}`);
			return ["run", runnable];
		},
	},
};

describe("the verifier of the guide about keys", () => {
	it.each(Object.entries(verifiers).filter(([, { isThere }]) => isThere()))(
		"in %s takes and refuses the right signatures",
		(extension, { command, args }) => {
			const file = written(folder, `verify_key.${extension}`);
			const output = execFileSync(command, args(file), { encoding: "utf8" });
			const results = output.trim().split("\n");
			expect(cases.map(([name], n) => [name, results[n]])).toEqual(cases.map(([name, , is]) => [name, String(is)]));
		},
	);
});
