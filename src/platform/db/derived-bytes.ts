/**
 * Expressions by table: the bytes that its triggers derive from a row. Each word of a client has a term of the search
 * index for each of its prefixes, and each two words have one (`client_search`). A value of a filter has one, too. Other tables derive none.
 */
export const derivedBytes: Readonly<Record<string, string>> = {
	clients:
		"7 * (length(clients.search_words) + json_array_length(clients.search_words) * (json_array_length(clients.search_words) - 1) / 2) + 20 * (3 + json_array_length(clients.tags))",
};
