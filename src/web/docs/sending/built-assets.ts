/** A page loads the script when somebody searches. */
export const searchScriptPath = "/assets/docs-search.js";

/** The style sheet of the documentation. The build makes it, so that it is no part of the Worker. */
export const docsStylePath = "/assets/docs.css";

/** The file of the page that tries requests. It is in no folder of the documentation, whose pages get another policy. */
export const tryItFile = "/try-it.html";

/** The head, the menu and the foot of the pages that the Worker makes. It is in no folder of the documentation either. */
export const frameFile = "/docs-frame.html";

/** The document of the operator's interface. It is sent at another address, and needs the operator's token. */
export const operatorDocumentFile = "/operator.json";

/** The gaps in that frame. The Worker fills them. */
export const gaps = {
	title: "[[title]]",
	description: "[[description]]",
	query: "[[query]]",
	content: "[[content]]",
};
