/** Whether a URL's host is the machine itself, by the names that people give it. */
export const isLoopback = (hostname: string): boolean =>
	hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
