import { slim } from "../ui/style.ts";
import documentationCards from "../ui/styles/pages/documentation/cards.css";
import documentationChangelog from "../ui/styles/pages/documentation/changelog.css";
import documentationDiagram from "../ui/styles/pages/documentation/diagram.css";
import documentationGuide from "../ui/styles/pages/documentation/guide.css";
import documentationLines from "../ui/styles/pages/documentation/lines.css";
import documentationMethod from "../ui/styles/pages/documentation/method.css";
import documentationOperation from "../ui/styles/pages/documentation/operation.css";
import documentationProse from "../ui/styles/pages/documentation/prose.css";
import documentationRows from "../ui/styles/pages/documentation/rows.css";
import documentationSamples from "../ui/styles/pages/documentation/samples.css";
import documentationSearch from "../ui/styles/pages/documentation/search.css";
import documentationSide from "../ui/styles/pages/documentation/side.css";
import documentationSnippet from "../ui/styles/pages/documentation/snippet.css";
import frontDoorElements from "../ui/styles/pages/front-door/elements.css";
import frontDoorPage from "../ui/styles/pages/front-door/page.css";
import frontDoorWire from "../ui/styles/pages/front-door/wire.css";

/** The rules of the documentation and of the front page alone. They come after the style sheet of all pages. */
export const docsStyleText = slim(
	[
		documentationCards,
		documentationChangelog,
		documentationDiagram,
		documentationGuide,
		documentationLines,
		documentationMethod,
		documentationOperation,
		documentationRows,
		documentationProse,
		documentationSamples,
		documentationSearch,
		documentationSide,
		documentationSnippet,
		frontDoorPage,
		frontDoorElements,
		frontDoorWire,
	].join("\n"),
);
