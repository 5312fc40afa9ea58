import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import type { FormRow } from "../../../domain/studio/forms/schema.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, Input } from "../../ui/components/fields.tsx";
import { Alarm } from "../../ui/layout.tsx";
import { Question, signatureHint } from "../../ui/questions/question.tsx";
import { type BookableArtist, periodOf } from "../bookable-artist.ts";
import { Period } from "../components/dates.tsx";
import { BookingSteps } from "../components/frame.tsx";
import { TypeHead } from "../components/type-head.tsx";
import type { RefusedTime } from "../refused.ts";
import { TimeButtons } from "../times/times-list.tsx";
import { shownFields, type TypeForm, wantsPhone } from "./answers.ts";
import { ChooseOtherTime, type OtherTimes } from "./other-times.tsx";
import type { ShownPictures } from "./pictures/shown-pictures.ts";
import { Terms } from "./terms.tsx";

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

const formName = "booking";

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
}: Props) => (
	<>
		<FaultSummary of={of} />
		{refused ? <TimesNearIt refused={refused} zone={bookable.artist.timezone} /> : <DefaultButton form={formName} />}
		<TypeHead bookable={bookable} type={type} />
		<BookingSteps at={otherTimes ? 1 : 2} />
		{otherTimes ? (
			<ChooseOtherTime
				bookable={bookable}
				type={type}
				start={start}
				path={path}
				isHeld={heldSeconds !== null}
				form={formName}
				times={otherTimes}
			/>
		) : (
			<Panel title="Your time">
				<p>
					<strong>
						<Period {...periodOf(bookable, type, start)} />
					</strong>
				</p>
				{!refused && <HoldNote seconds={heldSeconds} />}
				<Terms of={type.details} />
				<button type="submit" form={formName} name="other_time" value="yes" formnovalidate>
					Choose another time
				</button>
			</Panel>
		)}
		<Panel title="Your details">
			<form
				method="post"
				action={`${path}/details`}
				id={formName}
				enctype={pictures ? "multipart/form-data" : undefined}
				data-pictures={pictures ? `${path}/pictures` : undefined}
			>
				<input type="hidden" name="start_at" value={new Date(start).toISOString()} />
				<input type="hidden" name="form_id" value={formId} />
				<Input of={of} name="name" label="Name" required autocomplete="name" maxlength={200} />
				<div class="columns">
					<Input of={of} name="email" label="Email" type="email" required autocomplete="email" maxlength={254} />
					<Phone of={of} required={wantsPhone(forms)} />
				</div>
				<div class="trap" aria-hidden="true">
					<label for="website">Leave this empty</label>
					<input id="website" name="website" tabindex={-1} autocomplete="off" />
				</div>
				{forms.map(({ form, prefix }) => (
					<FormQuestions form={form} prefix={prefix} of={of} pictures={pictures} />
				))}
				{forms.some(({ isSigned }) => isSigned) && (
					<Input of={of} name="signature" label="Signature" hint={signatureHint} required maxlength={200} />
				)}
				{siteKey && (
					<>
						<div class="cf-turnstile" data-sitekey={siteKey} />
						<noscript>
							<p class="fault">This studio checks that you are a person. The check needs JavaScript.</p>
						</noscript>
					</>
				)}
				<div class="actions">
					<button class="primary" type="submit">
						{type.details.requires_approval ? "Ask for this time" : "Book"}
					</button>
				</div>
			</form>
		</Panel>
	</>
);

/** The Enter key in a field presses the first button of its form in the page, which must not be one that changes the time. */
const DefaultButton = ({ form }: { form: string }) => (
	// biome-ignore lint/a11y/noAriaHiddenOnFocusable: nobody can see it, and no key leads to it
	<button class="hidden" type="submit" form={form} tabindex={-1} aria-hidden="true">
		Book
	</button>
);

const Phone = ({ of, required }: { of: FormState; required: boolean }) => {
	const label = required ? "Phone" : "Phone (optional)";
	return <Input of={of} label={label} required={required} name="phone" type="tel" autocomplete="tel" maxlength={50} />;
};

const HoldNote = ({ seconds }: { seconds: number | null }) =>
	seconds === null ? (
		<p class="dim">The time is not held for you. You can book it as long as nobody else takes it.</p>
	) : (
		<p class="dim" data-held-seconds={seconds}>
			The time is held for you for {Math.ceil(seconds / 60)} minutes.
		</p>
	);

const TimesNearIt = ({ refused: { text, suggested }, zone }: { refused: RefusedTime; zone: string }) => (
	<Alarm>
		<p>{text}</p>
		<DefaultButton form={formName} />
		{suggested.length > 0 && (
			<>
				<p>These times near it are free. The form keeps your answers:</p>
				<TimeButtons zone={zone} slots={suggested} withDay name="instead" form={formName} />
			</>
		)}
	</Alarm>
);

interface FormQuestionsProps {
	form: FormRow;
	prefix: TypeForm["prefix"];
	of: FormState;
	pictures: ShownPictures | undefined;
}

const FormQuestions = ({ form, prefix, of, pictures }: FormQuestionsProps) => (
	<section class="form-part">
		<h3>{form.name}</h3>
		{form.description && <p class="dim pre">{form.description}</p>}
		{shownFields(form).map((field) => {
			const name = `${prefix}.${field.key}`;
			return <Question field={field} name={name} of={of} pictures={pictures?.[name]} />;
		})}
	</section>
);
