import { gridRules } from "./grid-rules.ts";
import base from "./style/base.css";
import bookingPage from "./style/booking-page.css";
import buttons from "./style/buttons.css";
import charts from "./style/charts.css";
import components from "./style/components.css";
import docs from "./style/docs.css";
import formParts from "./style/form-parts.css";
import forms from "./style/forms.css";
import frame from "./style/frame.css";
import lists from "./style/lists.css";
import messages from "./style/messages.css";
import roster from "./style/roster.css";
import smallPages from "./style/small-pages.css";
import tables from "./style/tables.css";
import week from "./style/week.css";

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
