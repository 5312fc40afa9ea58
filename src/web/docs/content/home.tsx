import { Icon } from "../../ui/components/icon.tsx";
import { Document } from "../../ui/layout.tsx";

/** The page at the service's own address. */
export const Home = () => (
	<Document
		title="Tattoo Studio API"
		description="The API of a booking and client-management service for tattoo studios."
	>
		<main class="home">
			<h1>Tattoo Studio API</h1>
			<p class="lead">
				Clients, appointments, leads, ideas, forms and artists of tattoo studios, as JSON over HTTP, with signed
				webhooks and OAuth 2.0.
			</p>
			<div class="grid">
				<a class="panel" href="/docs">
					<h2>
						<Icon name="audit_log" /> Documentation
					</h2>
					<p>A quick start of five minutes, and a guide for each part.</p>
				</a>
				<a class="panel" href="/docs/reference">
					<h2>
						<Icon name="request" /> Reference
					</h2>
					<p>Every operation with its fields, answers and errors.</p>
				</a>
				<a class="panel" href="/docs/events">
					<h2>
						<Icon name="webhook" /> Events
					</h2>
					<p>Every event of webhooks and the feed, with examples and schemas.</p>
				</a>
				<a class="panel" href="/dashboard">
					<h2>
						<Icon name="overview" /> Dashboard
					</h2>
					<p>Keys, webhooks, requests and the calendar of your studio.</p>
				</a>
			</div>
			<p class="dim">
				For programs: <a href="/openapi.json">openapi.json</a> and <a href="/llms.txt">llms.txt</a>.
			</p>
		</main>
	</Document>
);
