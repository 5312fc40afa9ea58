import type { Client } from "../../../../domain/clients/clients/schema.ts";
import type { ErasurePreview } from "../../../../domain/personal-data/erasure/preview.ts";
import type { FormState } from "../../../ui/components/fields.tsx";
import { counted, nameOf } from "../../components/words.ts";
import { confirmationPage } from "../../forms/confirm.tsx";
import type { Content } from "../../frame/declarations.ts";
import type { Visit } from "../../frame/visit.ts";
import { path as importPath } from "../../import/paths.ts";
import { erasePath, exportPath, pathOf } from "../paths.ts";

interface Props {
	visit: Visit;
	client: Client;
	/** Absent while the client cannot be erased. */
	preview?: ErasurePreview | undefined;
	/** The reason why the client cannot be erased. */
	refusal?: string | undefined;
}

export function erasePage(props: Props, again: FormState | undefined): Content {
	const { visit, client, refusal } = props;
	return confirmationPage({
		question: `Erase ${nameOf(client)}?`,
		text: <Consequences {...props} />,
		verb: "Erase for good",
		action: visit.to(erasePath(client.id)),
		back: { href: visit.to(pathOf(client.id)), text: nameOf(client) },
		keep: "Keep the client",
		again: refusal === undefined ? again : undefined,
	});
}

const Consequences = ({ visit, client, preview, refusal }: Props) => (
	<div class="stack">
		{refusal && (
			<div class="alarm" role="alert">
				{refusal} <a href={visit.to(importPath)}>Open the imports</a>
			</div>
		)}
		<p>
			<strong>This cannot be undone.</strong> The person is forgotten everywhere in your studio.{" "}
			{preview ? cancelledWords(preview) : "Appointments ahead are cancelled without a mail."}
		</p>
		{preview && preview.refunding > 0 && <p>{refundWords(preview)}</p>}
		<p>
			If the person wants a copy, <a href={visit.to(exportPath(client.id))}>download everything</a> first. To remove the
			client and keep past notes, forms and signed consents,{" "}
			<a href={visit.to(`${pathOf(client.id)}/delete`)}>delete the client</a> instead.
		</p>
		<section class="after">
			<h2>Deleted</h2>
			<ul>
				<li>The client, and the clients who were merged into this one</li>
				{preview ? <Records {...preview} /> : <li>All their ideas, leads, form submissions and pictures</li>}
				<li>All that events, webhook deliveries, the audit log, imports and logs tell of the person</li>
				<li>
					All files of exports of your studio, files that wait for an import, and failed rows of imports without a valid
					email, because nobody can tell which of them have the person
				</li>
			</ul>
		</section>
		<section class="after">
			<h2>Kept, without the person</h2>
			{preview ? (
				<ul>
					{preview.kept.map(({ what, why }) => (
						<li>
							{what}
							<br />
							<span class="dim">{why}</span>
						</li>
					))}
				</ul>
			) : (
				<p>This page lists what stays as soon as the client can be erased.</p>
			)}
		</section>
		<section class="after">
			<h2>Out of your hands</h2>
			<p>
				Programs that got the client by webhooks or by the API have copies of their own. The event{" "}
				<code>client.deleted</code> tells them to erase these, too. Texts about others that mention the person by name
				stay, so search for the name first. <a href="/docs/data-protection">Read more about data protection</a>
			</p>
		</section>
	</div>
);

const cancelledWords = ({ cancelled }: ErasurePreview): string =>
	cancelled === 0
		? ""
		: `${counted(cancelled, "appointment")} ahead ${cancelled === 1 ? "is" : "are"} cancelled without a mail.`;

const refundWords = ({ refunding }: ErasurePreview): string =>
	`${counted(refunding, "paid deposit")} ${refunding === 1 ? "is" : "are"} to be given back. Do that first: afterwards nothing says whose money it is.`;

const Records = ({ deleted: { ideas, leads, submissions, pictures }, mayHaveMore }: ErasurePreview) => {
	const counts = [
		[ideas, "idea"],
		[leads, "lead"],
		[submissions, "form submission"],
		[pictures, "picture"],
	] as const;
	const words = counts.filter(([count]) => count > 0).map(([count, one]) => counted(count, one));
	return words.length === 0 ? null : (
		<li>
			{new Intl.ListFormat("en-GB").format(words)}
			{mayHaveMore && ", and any further ones"}
		</li>
	);
};
