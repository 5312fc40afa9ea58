import { groupedScopeWords } from "../../api/oauth/scope-words.ts";
import type { App } from "../../domain/access/oauth-apps/apps.ts";
import { siteOf } from "../../domain/access/oauth-apps/metadata-document/address.ts";
import type { Studio } from "../../domain/access/people/consenting-studios.ts";
import type { User } from "../sign-in/sessions.ts";
import { Alarm, Page } from "../ui/layout.tsx";
import type { AuthorizationRequest } from "./authorization-request.ts";

interface Props {
	request: AuthorizationRequest;
	/** The authorization request as it arrived. The service checks it again when the form is sent. */
	query: string;
	user: User;
	studios: Studio[];
	fault?: string | undefined;
}

export const ConsentPage = ({ request: { app, redirectUri, scopes }, query, user, studios, fault }: Props) => {
	const connectable = studios.filter(({ blockedBy }) => blockedBy === null);
	const [onlyStudio] = connectable.length === 1 && studios.length === 1 ? connectable : [];
	return (
		<Page title={`Connect ${app.name}`}>
			{fault && <Alarm>{fault}</Alarm>}
			<Logo app={app} />
			<h1>
				{app.name} wants to connect to {onlyStudio ? onlyStudio.name : "your studio"}
			</h1>
			<Site clientId={app.clientId} />
			{app.description && <p>{app.description}</p>}
			{app.homepageUrl && (
				<p>
					<a href={app.homepageUrl} target="_blank" rel="noopener noreferrer">
						About {app.name}
					</a>
				</p>
			)}
			<Scopes scopes={scopes} />
			<form method="post" action="/oauth/consent">
				<input type="hidden" name="request" value={query} />
				{onlyStudio ? (
					<input type="hidden" name="tenant_id" value={onlyStudio.id} />
				) : (
					<StudioChoice studios={studios} />
				)}
				{connectable.length === 0 && (
					<Alarm>
						<BlockedReasons studios={studios} />
					</Alarm>
				)}
				<div class="actions">
					{connectable.length > 0 && (
						<button class="primary" type="submit" name="decision" value="approve">
							Allow
						</button>
					)}
					<button type="submit" name="decision" value="deny" formnovalidate>
						Cancel
					</button>
				</div>
			</form>
			<p class="dim after">
				You will be sent to <strong>{new URL(redirectUri).host}</strong>. You can disconnect the app at any time under
				Connected apps.
			</p>
			<form method="post" action="/sign_out" class="dim">
				<input type="hidden" name="continue" value={`/oauth/authorize?${query}`} />
				Signed in as {user.email}.{" "}
				<button class="link" type="submit">
					Not you?
				</button>
			</form>
		</Page>
	);
};

const blockedText = { role: "only an owner can connect apps", plan: "needs the Solo plan" };

const BlockedReasons = ({ studios }: { studios: Studio[] }) => (
	<>
		{studios.length === 0 && "You are not a member of any studio."}
		{studios.some(({ blockedBy }) => blockedBy === "role") && (
			<p>Only an owner of a studio can connect apps to it. You are a member of the staff. Ask an owner to do it.</p>
		)}
		{studios.some(({ blockedBy }) => blockedBy === "plan") && (
			<p>Connecting apps needs the Solo plan or higher. Upgrade the studio, then try again.</p>
		)}
	</>
);

/** The name and the logo come from a document that the app wrote. Its site is the part that nobody else can have. */
const Site = ({ clientId }: { clientId: string }) => {
	const site = siteOf(clientId);
	return (
		site && (
			<p>
				This app comes from <strong>{site}</strong>. Go on only if you know that site.
			</p>
		)
	);
};

const Logo = ({ app }: { app: App }) =>
	app.logoUrl ? (
		// The image has no size of its own, so that browsers draw nothing when it does not load.
		<div class="logo">
			<img src={app.logoUrl} alt="" referrerpolicy="no-referrer" />
		</div>
	) : (
		<div class="logo" aria-hidden="true">
			{[...app.name][0]?.toUpperCase()}
		</div>
	);

const Scopes = ({ scopes }: { scopes: string[] }) => {
	const { read, write } = groupedScopeWords(scopes);
	return (
		<>
			{read.length > 0 && <ScopeGroup title="It will see" words={read} />}
			{write.length > 0 && <ScopeGroup title="It will be able to" words={write} />}
		</>
	);
};

const ScopeGroup = ({ title, words }: { title: string; words: string[] }) => (
	<section>
		<h2>{title}</h2>
		<ul>
			{words.map((text) => (
				<li>{text}</li>
			))}
		</ul>
	</section>
);

const StudioChoice = ({ studios }: { studios: Studio[] }) => (
	<fieldset>
		<legend>Which studio?</legend>
		{studios.map(({ id, name, blockedBy }) => (
			<label class="choice">
				<input type="radio" name="tenant_id" value={id} required disabled={blockedBy !== null} />
				<span>
					{name}
					{blockedBy && <span class="dim"> ({blockedText[blockedBy]})</span>}
				</span>
			</label>
		))}
	</fieldset>
);
