/** The other runtime is the platform in one process (lab/platform). */
export const isInWorkerd = navigator.userAgent === "Cloudflare-Workers";
