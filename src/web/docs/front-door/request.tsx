import { placeholders } from "../sending/addresses.ts";
import { Code, curlOf, JsonCode, Panel } from "./code.tsx";
import { recording } from "./recording.ts";

const { request, answer } = recording;

const headers = {
	Authorization: "Bearer $TATTOO_STUDIO_API_KEY",
	...request.headers,
	"Content-Type": "application/json",
};

/** A shell takes the request as it stands. */
export const Request = () => (
	<Panel
		label="A request"
		title={
			<>
				<b>{request.method}</b> {request.path}
			</>
		}
	>
		<Code
			label="The request as curl"
			text={curlOf(placeholders.origin + request.path, headers, request.body)}
			language="sh"
		/>
	</Panel>
);

export const Answer = () => (
	<Panel label="Its answer" title={<b class="good">{answer.status} Created</b>}>
		<JsonCode label="The answer" value={answer.body} headers={answer.headers} />
	</Panel>
);
