/** The part of a report by Vitest's "json" reporter that tells failures. */
interface Report {
	testResults: {
		name: string;
		status: string;
		message: string;
		assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
	}[];
}

const most = 20;
const linesOfOne = 8;

const shortened = (message: string): string =>
	message
		.split("\n")
		.slice(0, linesOfOne)
		.map((line) => `    ${line.slice(0, 300)}`)
		.join("\n");

/** The failed files and tests of a report, each with the beginning of its message, or a line that it has none. */
export function failuresIn(report: string | undefined): string[] {
	if (!report) return ["FAILED before the first test: look for the error above."];
	const { testResults } = JSON.parse(report) as Report;
	const failures = testResults
		.filter(({ status }) => status === "failed")
		.flatMap(({ name, message, assertionResults }) => {
			const tests = assertionResults.filter(({ status }) => status === "failed");
			const ofTests = tests.map((test) => `${test.fullName}\n${shortened(test.failureMessages.join("\n"))}`);
			return [...(message || tests.length === 0 ? [`\n${shortened(message)}`] : []), ...ofTests].map(
				(text) => `FAILED ${name} ${text}`,
			);
		});
	if (failures.length === 0) return ["FAILED outside of a test: look for an unhandled error above."];
	const further = failures.length - most;
	return [...failures.slice(0, most), ...(further > 0 ? [`and ${further} more`] : [])];
}
