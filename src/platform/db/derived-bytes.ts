/**
 * Expressions by table: the bytes that its triggers derive from a row. Each word of a client is in the search index with
 * each of its prefixes (`client_search`). Other tables derive none.
 */
export const derivedBytes: Readonly<Record<string, string>> = {
	clients: "6 * length(clients.search_words)",
};
