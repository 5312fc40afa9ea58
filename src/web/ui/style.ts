import { gridRules } from "./grid-rules.ts";
import page from "./styles/base/page.css";
import spacing from "./styles/base/spacing.css";
import text from "./styles/base/text.css";
import actions from "./styles/components/actions.css";
import badge from "./styles/components/badge.css";
import button from "./styles/components/button.css";
import card from "./styles/components/card.css";
import changes from "./styles/components/changes.css";
import chart from "./styles/components/chart.css";
import choice from "./styles/components/choice.css";
import code from "./styles/components/code.css";
import empty from "./styles/components/empty.css";
import entry from "./styles/components/entry.css";
import facts from "./styles/components/facts.css";
import fields from "./styles/components/fields.css";
import filters from "./styles/components/filters.css";
import focus from "./styles/components/focus.css";
import icon from "./styles/components/icon.css";
import inlineForm from "./styles/components/inline-form.css";
import live from "./styles/components/live.css";
import mark from "./styles/components/mark.css";
import message from "./styles/components/message.css";
import more from "./styles/components/more.css";
import pager from "./styles/components/pager.css";
import panel from "./styles/components/panel.css";
import pictureChoices from "./styles/components/picture-choices.css";
import pictureQuestion from "./styles/components/picture-question.css";
import pictures from "./styles/components/pictures.css";
import shortcuts from "./styles/components/shortcuts.css";
import table from "./styles/components/table.css";
import title from "./styles/components/title.css";
import withButton from "./styles/components/with-button.css";
import layers from "./styles/layers.css";
import columns from "./styles/layout/columns.css";
import frame from "./styles/layout/frame.css";
import grid from "./styles/layout/grid.css";
import menu from "./styles/layout/menu.css";
import side from "./styles/layout/side.css";
import smallPage from "./styles/layout/small-page.css";
import studioSwitch from "./styles/layout/switch.css";
import bookingArtist from "./styles/pages/booking/artist.css";
import bookingDeposit from "./styles/pages/booking/deposit.css";
import bookingDetails from "./styles/pages/booking/details.css";
import bookingFrame from "./styles/pages/booking/frame.css";
import bookingLanguages from "./styles/pages/booking/languages.css";
import bookingMonth from "./styles/pages/booking/month.css";
import bookingPick from "./styles/pages/booking/pick.css";
import bookingProgress from "./styles/pages/booking/progress.css";
import bookingTimes from "./styles/pages/booking/times.css";
import brand from "./styles/pages/brand.css";
import calendarItem from "./styles/pages/calendar/item.css";
import calendarRefusedSlot from "./styles/pages/calendar/refused-slot.css";
import calendarRoster from "./styles/pages/calendar/roster.css";
import calendarSteps from "./styles/pages/calendar/steps.css";
import calendarTimetable from "./styles/pages/calendar/timetable.css";
import clientForms from "./styles/pages/client-forms.css";
import consent from "./styles/pages/consent.css";
import deliveries from "./styles/pages/deliveries.css";
import importPages from "./styles/pages/import.css";
import overview from "./styles/pages/overview.css";
import submissions from "./styles/pages/submissions.css";
import palette from "./styles/tokens/palette.css";
import typeAndShape from "./styles/tokens/type-and-shape.css";
import hidden from "./styles/utilities/hidden.css";
import print from "./styles/utilities/print.css";

/** Removes comments and needless space. */
export const slim = (css: string): string =>
	css
		.split("/*")
		.map((part, n) => (n === 0 ? part : part.slice(part.indexOf("*/") + "*/".length)))
		.join("")
		.replaceAll(/\s+/g, " ")
		.replaceAll(/ ?([{};,]) /g, "$1");

export const styleText = slim(
	[
		layers,
		palette,
		typeAndShape,
		page,
		spacing,
		text,
		focus,
		actions,
		badge,
		button,
		card,
		changes,
		chart,
		choice,
		code,
		empty,
		entry,
		facts,
		fields,
		filters,
		icon,
		inlineForm,
		live,
		mark,
		message,
		more,
		pager,
		panel,
		pictureQuestion,
		pictures,
		pictureChoices,
		shortcuts,
		table,
		title,
		withButton,
		columns,
		frame,
		grid,
		menu,
		side,
		smallPage,
		studioSwitch,
		bookingArtist,
		bookingDeposit,
		bookingDetails,
		bookingFrame,
		bookingLanguages,
		bookingMonth,
		bookingPick,
		bookingProgress,
		bookingTimes,
		brand,
		calendarItem,
		calendarRefusedSlot,
		calendarRoster,
		calendarSteps,
		calendarTimetable,
		clientForms,
		consent,
		deliveries,
		importPages,
		overview,
		submissions,
		hidden,
		print,
		gridRules(),
	].join("\n"),
);
