/** The script that searches. The build makes it, and a page loads it when somebody searches. */
export const searchScriptPath = "/assets/docs-search.js";
