/**
 * Expressions by table: the bytes of the rows that its triggers derive from a row. Each word of a client has a row for
 * each of its prefixes, and each two words have one (`client_words`). Other tables derive none.
 */
export const derivedBytes: Readonly<Record<string, string>> = {
	clients:
		"45 * (length(clients.search_words) + json_array_length(clients.search_words) * (json_array_length(clients.search_words) - 1) / 2)",
};
