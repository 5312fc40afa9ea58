/** Every request says by itself which revision it is for. Before, a client agreed on one with `initialize`. */
export const currentRevision = "2026-07-28";

/** The newest first. */
export const earlierRevisions = ["2025-11-25", "2025-06-18"];

export const metaKeys = {
	revision: "io.modelcontextprotocol/protocolVersion",
	capabilities: "io.modelcontextprotocol/clientCapabilities",
	server: "io.modelcontextprotocol/serverInfo",
};
