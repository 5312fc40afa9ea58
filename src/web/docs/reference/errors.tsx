import { raw } from "hono/html";
import { credentialCodes } from "../../../platform/http/endpoint/codes.ts";
import type { Code } from "../../../platform/problems/table.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { type Answer, type ApiDocument, answerOf, errorsIn } from "../content/api-document.ts";
import { remedies } from "../content/remedies.ts";
import { inlineHtml } from "../layout/markdown.ts";

interface Failure {
	status: string;
	code: Code;
}

/** The errors of every operation: of the credential, of limits and of the service itself. */
const ofEvery: readonly Code[] = [
	...credentialCodes,
	"insufficient_scope",
	"plan_limit_reached",
	"rate_limit_exceeded",
	"internal_error",
	"service_unavailable",
];

/** Errors that every operation has are folded. */
export const Errors = ({ document, responses }: { document: ApiDocument; responses: Record<string, Answer> }) => {
	const failures = Object.values(responses)
		.flatMap((given): Failure[] => errorsIn(document, answerOf(document, given)))
		.sort((a, b) => Number(a.status) - Number(b.status));
	const own = failures.filter(({ code }) => !ofEvery.includes(code));
	const others = failures.filter(({ code }) => ofEvery.includes(code));
	return (
		<>
			<FailureList failures={own} />
			<details>
				<summary>Errors of the credential, of limits and of the service ({others.length})</summary>
				<FailureList failures={others} />
			</details>
		</>
	);
};

const FailureList = ({ failures }: { failures: Failure[] }) => (
	<ul class="failures">
		{failures.map(({ status, code }) => (
			<li>
				<span class="status">{status}</span>{" "}
				<a href={`/docs/errors/${code}`}>
					<code>
						<Breakable text={code} />
					</code>
				</a>
				<p>{raw(inlineHtml(remedies[code]))}</p>
			</li>
		))}
	</ul>
);
