import { placeholders } from "../sending/addresses.ts";
import { Code, HeaderLines, JsonCode, Panel } from "./code.tsx";
import { recording } from "./recording.ts";

const { request, answer } = recording;

/** A shell gets it as it stands. */
export const Request = () => (
	<Panel
		label="A request"
		title={
			<>
				<b>{request.method}</b> {request.path}
			</>
		}
	>
		<Code label="The request as curl">
			curl {placeholders.origin}
			{request.path} \{"\n"}
			{"  "}-H <span class="text">"Authorization: Bearer $TATTOO_STUDIO_API_KEY"</span> \{"\n"}
			{Object.entries(request.headers).map(([name, value]) => (
				<>
					{"  "}-H{" "}
					<span class="text">
						"{name}: {value}"
					</span>{" "}
					\{"\n"}
				</>
			))}
			{"  "}-H <span class="text">"Content-Type: application/json"</span> \{"\n"}
			{"  "}-d '<JsonCode value={request.body} />'
		</Code>
	</Panel>
);

export const Answer = () => (
	<Panel label="Its answer" title={<b class="good">{answer.status} Created</b>}>
		<Code label="The answer">
			<HeaderLines headers={answer.headers} />
			{"\n"}
			<JsonCode value={answer.body} />
		</Code>
	</Panel>
);
