import type { Child } from "hono/jsx";
import { Document, Mark } from "../../ui/layout.tsx";
import { docsStylePath } from "../sending/built-assets.ts";
import { ForPeople } from "./for-people.tsx";
import { Lists } from "./lists.tsx";
import { Answer, Request } from "./request.tsx";
import { Webhook } from "./webhook.tsx";

const description =
	"The API for the bookings of tattoo studios: clients, appointments, leads and forms as JSON over HTTP, with signed webhooks, a booking page and a dashboard.";

export const FrontDoor = () => (
	<Document title="Tattoo Studio API" styles={[docsStylePath]} description={description}>
		<a class="skip" href="#content">
			Skip to the content
		</a>
		<div class="front">
			<Header />
			<main id="content" tabindex={-1}>
				<Hero />
				<Webhook />
				<ForPeople />
				<Lists />
			</main>
			<Footer />
		</div>
	</Document>
);

const Header = () => (
	<header>
		<Mark />
		<nav aria-label="Main">
			<a href="/docs">Docs</a>
			<a href="/docs/reference">Reference</a>
			<a class="rarely" href="/docs/changelog">
				Changelog
			</a>
			<a class="button" href="/dashboard">
				Dashboard
			</a>
		</nav>
	</header>
);

const Hero = () => (
	<section class="hero">
		<div class="words">
			<h1>The booking API for tattoo studios</h1>
			<p class="lead">
				Clients, appointments, leads, forms and artists as JSON over HTTP. Signed webhooks for every change, a booking
				page for clients, and a dashboard for the studio.
			</p>
			<p class="ways">
				<a class="button primary" href="/docs/quick-start">
					Start in five minutes
				</a>
				<a class="button" href="/docs/reference">
					Browse the reference
				</a>
			</p>
			<Commands />
			<ul class="facts-of-request">
				<Fact title="Sent twice, booked once">
					<a href="/docs/idempotency-and-retries">An Idempotency-Key</a> commits with the change, so a retry after a
					crash gets the first answer.
				</Fact>
				<Fact title="Never two bookings of one time">
					The database itself refuses the second one, and{" "}
					<a href="/docs/errors/slot_unavailable">the refusal names the nearest free times</a>.
				</Fact>
				<Fact title="Tried before it counts">
					With <code>Service-Dry-Run: true</code> any change is{" "}
					<a href="/docs/idempotency-and-retries">tried and rolled back</a>.
				</Fact>
			</ul>
		</div>
		<div class="exchange">
			<Request />
			<Answer />
		</div>
	</section>
);

const Fact = ({ title, children }: { title: string; children?: Child }) => (
	<li>
		<strong>{title}</strong>
		<span>{children}</span>
	</li>
);

const Commands = () => (
	<dl class="commands">
		<div>
			<dt>
				<code>npm start</code>
			</dt>
			<dd>runs it on your machine, with a demo studio</dd>
		</div>
		<div>
			<dt>
				<code>npm test</code>
			</dt>
			<dd>proves what it promises</dd>
		</div>
	</dl>
);

const Footer = () => (
	<footer>
		<p>
			For programs: <a href="/openapi.json">openapi.json</a> <a href="/asyncapi.json">asyncapi.json</a>{" "}
			<a href="/llms.txt">llms.txt</a> <a href="/.well-known/api-catalog">api-catalog</a>
		</p>
		<p>Ids, times and signatures on this page are those of a demo studio, as they were sent.</p>
	</footer>
);
