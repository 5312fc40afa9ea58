import { scopeWords } from "../../../api/oauth/scope-words.ts";
import type { ApiKey } from "../../../domain/access/api-keys/schema.ts";
import { scopes } from "../../../platform/gate/scopes.ts";
import { Badge, Empty, Facts, Pager, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { Table } from "../../ui/components/table.tsx";
import { dayIn, LocalTime } from "../components/local-time.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { back, LastUsed, NoApiAccess, path, pathOf, rateLimitOf, State, Tier } from "./components.tsx";
import { Replaced } from "./replaced.tsx";
import type { Use } from "./use.ts";

const done = { revoked: "The key has been revoked. Requests with it are refused." };

interface KeysProps {
	visit: Visit;
	keys: ApiKey[];
	/** The uses by the id of the key; null if the request log does not answer. */
	uses: Map<string, Use> | null;
	next: string | undefined;
}

export const Keys = ({ visit, keys, uses, next }: KeysProps) => {
	const { timezone: zone } = visit.studio;
	const useOf = ({ id }: ApiKey) => uses?.get(id) ?? null;
	return (
		<>
			<Title text="API keys" lead="Programs use a key to act for your studio.">
				<a class="button primary" href={visit.to(`${path}/new`)}>
					<Icon name="plus" />
					New key
				</a>
			</Title>
			<NoApiAccess visit={visit} />
			<DoneNote visit={visit} words={done} />
			<Panel>
				{keys.length === 0 ? (
					<Empty
						title="No keys yet"
						actions={
							<a class="button" href={visit.to(`${path}/new`)}>
								Create a key
							</a>
						}
					>
						Create one for each program, so that you can pause or revoke one without stopping the others.
					</Empty>
				) : (
					<Table
						label="API keys"
						rows={keys}
						columns={[
							{ head: "Name", kind: "lead", cell: (key) => <a href={visit.to(pathOf(key))}>{key.name}</a> },
							{ head: "State", cell: (key) => <State apiKey={key} visit={visit} /> },
							{
								head: "Mode",
								kind: "short",
								cell: ({ mode }) => (mode === "test" ? <Badge tone="info">Test</Badge> : "Live"),
							},
							{ head: "Key", cell: (key) => <KeyHints apiKey={key} use={useOf(key)} zone={zone} /> },
							{ head: "Rate limit", cell: (key) => <Tier apiKey={key} visit={visit} /> },
							{ head: "Scopes", kind: "short", cell: ({ scopes: own }) => `${own.length} of ${scopes.length}` },
							{ head: "Last used", cell: (key) => <LastUsed use={useOf(key)} zone={zone} /> },
						]}
					/>
				)}
				<Pager next={next} />
			</Panel>
		</>
	);
};

const KeyHints = ({ apiKey, use, zone }: { apiKey: ApiKey; use: Use | null; zone: string }) => (
	<>
		<code>…{apiKey.hint}</code>
		{use?.replaced && (
			<div class="dim">
				<code>…{use.replaced.hint}</code> {use.replaced.isUsed ? "still used, until" : "until"}{" "}
				{dayIn(zone, use.replaced.goodUntil)}
			</div>
		)}
	</>
);

const keyDone = {
	paused: "The key has been paused. Requests with it are refused until you resume it.",
	resumed: "The key works again.",
	changed: "The key has been changed.",
	ended: "The old value no longer works.",
};

export const Key = ({ visit, apiKey, use }: { visit: Visit; apiKey: ApiKey; use: Use | null }) => {
	const at = (step: string) => visit.to(`${pathOf(apiKey)}/${step}`);
	const { timezone: zone } = visit.studio;
	return (
		<>
			<Title text={apiKey.name} back={back(visit)} beside={<State apiKey={apiKey} visit={visit} />}>
				{apiKey.status !== "REVOKED" && (
					<>
						<a class="button" href={at("edit")}>
							Edit
						</a>
						<a class="button" href={at("rotate")}>
							Rotate
						</a>
						{apiKey.status === "ACTIVE" ? (
							<PostButton action={at("pause")}>Pause</PostButton>
						) : (
							<PostButton action={at("resume")}>Resume</PostButton>
						)}
						<a class="button danger" href={at("revoke")}>
							Revoke
						</a>
					</>
				)}
			</Title>
			<NoApiAccess visit={visit} />
			<DoneNote visit={visit} words={keyDone} />
			{use?.replaced && <Replaced visit={visit} apiKey={apiKey} replaced={use.replaced} />}
			<Panel>
				<Facts
					of={[
						["Key", <code>…{apiKey.hint}</code>],
						["Id", <code>{apiKey.id}</code>],
						["Mode", apiKey.mode === "test" ? "Test" : "Live"],
						["Last used", <LastUsed use={use} zone={zone} />],
						[
							"Requests",
							<a href={visit.to("/dashboard/requests", { credential_id: apiKey.id })}>Latest requests with this key</a>,
						],
						["Rate limit", rateLimitOf(apiKey, visit)],
						[
							"Allowed addresses",
							apiKey.ip_allowlist.length === 0 ? "Any" : <code>{apiKey.ip_allowlist.join(", ")}</code>,
						],
						[
							"Expires",
							apiKey.expires_at === null ? "Never" : <LocalTime at={apiKey.expires_at} zone={zone} withUtc />,
						],
						["Created", <LocalTime at={apiKey.created_at} zone={zone} withUtc />],
					]}
				/>
			</Panel>
			<Panel title="Scopes">
				<Facts of={apiKey.scopes.map((scope) => [scope, scopeWords[scope as keyof typeof scopeWords]])} />
			</Panel>
		</>
	);
};
