import type { ApiKey } from "../../../domain/access/api-keys/schema.ts";
import { Note } from "../../ui/components/elements.tsx";
import type { FormState } from "../../ui/components/fields.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { confirmationPage } from "../forms/confirm.tsx";
import type { Visit } from "../frame/visit.ts";
import { pathOf } from "./components.tsx";
import type { Use } from "./use.ts";

type ReplacedValue = NonNullable<Use["replaced"]>;

interface Props {
	visit: Visit;
	apiKey: ApiKey;
	replaced: ReplacedValue;
}

const endPath = (apiKey: ApiKey): string => `${pathOf(apiKey)}/end_replaced_value`;

export const Replaced = ({ visit, apiKey, replaced }: Props) => (
	<Note tone={replaced.isUsed ? "warn" : "good"}>
		<p>
			<strong>
				The old value <code>…{replaced.hint}</code> works until{" "}
				<LocalTime at={replaced.goodUntil} zone={visit.studio.timezone} />.
			</strong>
		</p>
		<p>
			<Uses replaced={replaced} zone={visit.studio.timezone} />
		</p>
		<a class="button" href={visit.to(endPath(apiKey))}>
			End it now
		</a>
	</Note>
);

const Uses = ({ replaced, zone }: { replaced: ReplacedValue; zone: string }) =>
	replaced.isUsed ? (
		<>
			A program still uses it. The last use was at <LocalTime at={replaced.lastUsedAt} zone={zone} />. Give that program
			the new value before the old one ends.
		</>
	) : (
		<>
			No program has used it since the rotation (<LocalTime at={replaced.rotatedAt} zone={zone} />
			). It can end without stopping anything that has run since then.
		</>
	);

interface ConfirmEndOptions {
	visit: Visit;
	apiKey: ApiKey;
	/** Null if no old value still works. */
	replaced: ReplacedValue | null;
	/** The request log answered. */
	isKnown: boolean;
	again: FormState | undefined;
}

export const confirmEnd = ({ visit, apiKey, replaced, isKnown, again }: ConfirmEndOptions) =>
	confirmationPage({
		question: `End the old value of ${apiKey.name}?`,
		text: (
			<>
				<p>Every program that still uses the old value loses access at once. The new value still works.</p>
				<p>
					{replaced === null ? (
						"The old value no longer works, so nothing would change."
					) : isKnown ? (
						<Uses replaced={replaced} zone={visit.studio.timezone} />
					) : (
						"We cannot tell now whether a program still uses it."
					)}
				</p>
			</>
		),
		verb: "End",
		action: visit.to(endPath(apiKey)),
		back: { href: visit.to(pathOf(apiKey)), text: apiKey.name },
		again,
	});
