import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import lock from "../package-lock.json" with { type: "json" };

it("the lock file says the same of the package as its manifest, so that an install leaves the clone as it is", () => {
	const { name, version, license, engines, devDependencies } = manifest;
	const bin = Object.fromEntries(
		Object.entries(manifest.bin).map(([command, path]) => [command, path.slice("./".length)]),
	);
	expect(lock.packages[""]).toEqual({ name, version, license, engines, devDependencies, bin });
});
