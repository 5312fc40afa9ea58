import { Code, JsonCode, Panel } from "./code.tsx";
import { recording } from "./recording.ts";

const { webhook } = recording;
const event = JSON.parse(webhook.body);

const check = `import { verifyWebhook } from "tattoo-studio";

const event = await verifyWebhook(
  rawBody, headers, secret,
);`;

export const Webhook = () => (
	<section class="beside" aria-labelledby="webhooks">
		<div class="words">
			<h2 id="webhooks">A moment later, it is on your server</h2>
			<p>
				The change, its event and the delivery commit together, so nothing that was booked is left untold. The service
				repeats a webhook for two days, up to twelve times, until you answer with 2xx.
			</p>
			<p>
				<code>sequence</code> counts every event of the studio without a gap. If your server was away, it{" "}
				<a href="/docs/feed">reads the feed</a> from the last number that it knows.
			</p>
			<Code label="Checking the signature with the typed client" text={check} language="ts" />
			<p class="on">
				<a href="/docs/webhooks">Receive webhooks in five languages</a>
				<a href="/docs/events">All events</a>
			</p>
		</div>
		<Panel
			label="A webhook"
			title={
				<>
					<b>POST</b> {webhook.path}
				</>
			}
		>
			<JsonCode label="The webhook" value={event} headers={webhook.headers} />
		</Panel>
	</section>
);
