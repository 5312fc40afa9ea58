/** The script that searches. The build makes it, and a page loads it when somebody searches. */
export const searchScriptPath = "/assets/docs-search.js";

/** The style sheet of the documentation. The build makes it, so that it is no part of the Worker. */
export const docsStylePath = "/assets/docs.css";

/** The file of the page that tries requests. It is in no folder of the documentation, whose pages get another policy. */
export const tryItFile = "/try-it.html";
