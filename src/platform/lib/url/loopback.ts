/** Whether the host of a URL is one of the usual names of this machine. */
export const isLoopback = (hostname: string): boolean =>
	hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
