import type { Call, Command } from "../command.ts";
import { verifyExport } from "../export/verify.ts";
import { NoZip, ZipFile } from "../export/zip-file.ts";
import { Failure, usageFailure } from "../failure.ts";
import { visible } from "../text/visible.ts";

export const verifyExportCommand: Command = {
	name: "verify-export",
	about: "Check that the file of an export is whole and unchanged.",
	more: [
		"It compares each file with the manifest (size, SHA-256, number of records), and looks up each id that a record names. It sends nothing and needs no credential. With faults it ends with 1.",
	],
	args: [{ name: "<file>", about: "The ZIP as it was downloaded." }],
	examples: [
		["verify-export studio-2026-11-29.zip", "Say what is wrong, by file"],
		["verify-export studio-2026-11-29.zip --json | jq .faults", "The same for a program"],
	],
	run,
};

async function run({ terminal, args, json }: Call): Promise<void> {
	const [path = ""] = args;
	const zip = await opened(path);
	const verification = await verifyExport(zip).finally(() => zip.close());
	const { whole, as_of, files, records, pictures, faults } = verification;
	if (json) terminal.out(JSON.stringify(verification));
	else for (const { file, fault } of faults) terminal.out(visible(`${file}: ${fault}`));
	if (!whole)
		throw new Failure(`The export is not whole: ${faults.length} ${faults.length === 1 ? "fault" : "faults"}.`);
	if (!json)
		terminal.out(
			`The export of ${visible(as_of ?? "")} is whole: ${files} files, ${records} records, ${pictures} pictures.`,
		);
}

async function opened(path: string): Promise<ZipFile> {
	try {
		return await ZipFile.open(path);
	} catch (error) {
		if (error instanceof NoZip) throw new Failure(`${path}: ${error.message}`);
		throw usageFailure(`${path} cannot be read: ${(error as Error).message}`);
	}
}
