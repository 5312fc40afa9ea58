import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import type { Words } from "../../../domain/languages/words.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Input } from "../../ui/components/fields.tsx";
import { Alarm } from "../../ui/layout.tsx";
import { Question } from "../../ui/questions/question.tsx";
import { type BookableArtist, periodOf } from "../bookable-artist.ts";
import { Period } from "../components/dates.tsx";
import { BookingSteps } from "../components/frame.tsx";
import { Terms } from "../components/terms.tsx";
import { TypeHead } from "../components/type-head.tsx";
import type { RefusedTime } from "../refused.ts";
import { TimeButtons } from "../times/times-list.tsx";
import { shownFields, type TypeForm, wantsPhone } from "./answers.ts";
import { Conditions } from "./conditions.tsx";
import { ChooseOtherTime, type OtherTimes } from "./other-times.tsx";
import type { ShownPictures } from "./pictures/shown-pictures.ts";
import { wordsOfScript } from "./pictures/words-of-script.ts";

interface Props {
	bookable: BookableArtist;
	type: BookableType;
	start: number;
	/** The seconds for which the time is still held for the visitor; null if it is not held. */
	heldSeconds: number | null;
	forms: readonly TypeForm[];
	of: FormState;
	path: string;
	formId: string;
	/** The site key of Turnstile; undefined if Turnstile is not configured. */
	siteKey: string | undefined;
	/** The pictures that were chosen before; undefined if no form takes any. */
	pictures: ShownPictures | undefined;
	/** The reason why the time is no longer free, and other free times. */
	refused: RefusedTime | undefined;
	/** The visitor wants another time, and chooses from these. */
	otherTimes: OtherTimes | undefined;
}

/** The id of the form, for buttons elsewhere on the page that send it. */
export const detailsForm = "booking";

export const DetailsPage = ({
	bookable,
	type,
	start,
	heldSeconds,
	forms,
	of,
	path,
	formId,
	siteKey,
	pictures,
	refused,
	otherTimes,
}: Props) => {
	const { words } = bookable;
	return (
		<>
			<FaultSummary of={of} />
			{refused ? (
				<TimesNearIt refused={refused} zone={bookable.artist.timezone} words={words} />
			) : (
				<DefaultButton words={words} />
			)}
			<TypeHead bookable={bookable} type={type} />
			<BookingSteps at={otherTimes ? 1 : 2} words={words} />
			{otherTimes ? (
				<ChooseOtherTime
					bookable={bookable}
					type={type}
					start={start}
					path={path}
					isHeld={heldSeconds !== null}
					form={detailsForm}
					times={otherTimes}
				/>
			) : (
				<Panel title={words.form.yourTime}>
					<p>
						<strong>
							<Period words={words} {...periodOf(bookable, type, start)} />
						</strong>
					</p>
					{!refused && <HoldNote seconds={heldSeconds} words={words} />}
					<Terms bookable={bookable} type={type} start={start} />
					<button type="submit" form={detailsForm} name="other_time" value="yes" formnovalidate>
						{words.form.chooseOther}
					</button>
				</Panel>
			)}
			<Panel title={words.form.yourDetails}>
				<form
					method="post"
					action={`${path}/details`}
					id={detailsForm}
					enctype={pictures ? "multipart/form-data" : undefined}
					data-pictures={pictures ? `${path}/pictures` : undefined}
					data-words={pictures ? JSON.stringify(wordsOfScript(words)) : undefined}
				>
					<input type="hidden" name="start_at" value={new Date(start).toISOString()} />
					<input type="hidden" name="form_id" value={formId} />
					<Input of={of} name="name" label={words.form.name} required autocomplete="name" maxlength={200} />
					<div class="columns">
						<Input
							of={of}
							name="email"
							label={words.form.email}
							type="email"
							required
							autocomplete="email"
							maxlength={254}
						/>
						<Phone of={of} words={words} required={wantsPhone(forms)} />
					</div>
					<div class="trap" aria-hidden="true">
						<label for="website">{words.form.leaveEmpty}</label>
						<input id="website" name="website" tabindex={-1} autocomplete="off" />
					</div>
					<Conditions bookable={bookable} type={type} of={of} />
					{forms.map((one) => (
						<FormQuestions bookable={bookable} asked={one} of={of} pictures={pictures} />
					))}
					{forms.some(({ isSigned }) => isSigned) && (
						<Input
							of={of}
							name="signature"
							label={words.form.signature}
							hint={words.form.signatureHint}
							required
							maxlength={200}
						/>
					)}
					{siteKey && (
						<>
							<div class="cf-turnstile" data-sitekey={siteKey} />
							<noscript>
								<p class="fault">{words.form.personCheck}</p>
							</noscript>
						</>
					)}
					<div class="actions">
						<button class="primary" type="submit">
							{type.details.requires_approval ? words.form.ask : words.page.book}
						</button>
					</div>
				</form>
			</Panel>
		</>
	);
};

/** The Enter key in a field presses the first button of its form in the page, which must not be one that changes the time. */
const DefaultButton = ({ words }: { words: Words }) => (
	// biome-ignore lint/a11y/noAriaHiddenOnFocusable: nobody can see it, and no key leads to it
	<button class="hidden" type="submit" form={detailsForm} tabindex={-1} aria-hidden="true">
		{words.page.book}
	</button>
);

const Phone = ({ of, words: { form }, required }: { of: FormState; words: Words; required: boolean }) => {
	const mark = required ? undefined : form.optional;
	return (
		<Input
			of={of}
			mark={mark}
			required={required}
			name="phone"
			label={form.phone}
			type="tel"
			autocomplete="tel"
			maxlength={50}
		/>
	);
};

const HoldNote = ({ seconds, words: { form, formats } }: { seconds: number | null; words: Words }) =>
	seconds === null ? (
		<p class="dim">{form.notHeld}</p>
	) : (
		<p class="dim" data-held-seconds={seconds} data-held={form.held("{left} min")} data-held-no-more={form.heldNoMore}>
			{form.held(formats.minutes(Math.ceil(seconds / 60)))}
		</p>
	);

const TimesNearIt = ({
	refused: { text, suggested },
	zone,
	words,
}: {
	refused: RefusedTime;
	zone: string;
	words: Words;
}) => (
	<Alarm>
		<p>{text}</p>
		<DefaultButton words={words} />
		{suggested.length > 0 && (
			<>
				<p>{words.form.nearKeepsAnswers}</p>
				<TimeButtons words={words} zone={zone} slots={suggested} withDay name="instead" form={detailsForm} />
			</>
		)}
	</Alarm>
);

interface FormQuestionsProps {
	bookable: BookableArtist;
	asked: TypeForm;
	of: FormState;
	pictures: ShownPictures | undefined;
}

const FormQuestions = ({ bookable: { words, own }, asked, of, pictures }: FormQuestionsProps) => (
	<section class="form-part">
		<h3 {...own}>{asked.form.name}</h3>
		{asked.form.description && (
			<p class="dim pre" {...own}>
				{asked.form.description}
			</p>
		)}
		{shownFields(asked).map((field) => {
			const name = `${asked.prefix}.${field.key}`;
			return <Question field={field} name={name} of={of} words={words} own={own} pictures={pictures?.[name]} />;
		})}
	</section>
);
