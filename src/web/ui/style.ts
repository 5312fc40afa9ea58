import { gridRules } from "./grid-rules.ts";
import base from "./styles/base.css";
import bookingPage from "./styles/booking-page.css";
import buttons from "./styles/buttons.css";
import charts from "./styles/charts.css";
import components from "./styles/components.css";
import docs from "./styles/docs.css";
import formParts from "./styles/form-parts.css";
import forms from "./styles/forms.css";
import frame from "./styles/frame.css";
import lists from "./styles/lists.css";
import messages from "./styles/messages.css";
import roster from "./styles/roster.css";
import smallPages from "./styles/small-pages.css";
import tables from "./styles/tables.css";
import week from "./styles/week.css";

/** The style of all pages. What comes later may overrule what comes before. */
export const styleText = [
	base,
	smallPages,
	messages,
	buttons,
	forms,
	components,
	tables,
	charts,
	lists,
	week,
	roster,
	formParts,
	frame,
	bookingPage,
	docs,
	gridRules(),
].join("\n");
