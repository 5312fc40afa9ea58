// Opens Scalar on the page that tries requests. It asks nobody but this service: neither its proxy, nor its fonts, nor
// what it calls agent and telemetry.

/** @typedef {{ createApiReference: (selector: string, configuration: object) => unknown }} Scalar */
/** @typedef {{ Scalar: Scalar, __zod_globalConfig?: { jitless: boolean } }} Globals */

const globals = /** @type {Globals} */ (/** @type {unknown} */ (window));

// It would otherwise try whether it may evaluate text as code, which the policy of the page refuses.
globals.__zod_globalConfig = { jitless: true };

// Scalar's file is the next script and runs before this event.
document.addEventListener("DOMContentLoaded", () =>
	globals.Scalar.createApiReference("#try-it", {
		url: "/openapi.json",
		authentication: { preferredSecurityScheme: "apiKey" },
		persistAuth: false,
		proxyUrl: "",
		telemetry: false,
		withDefaultFonts: false,
		agent: { disabled: true },
		mcp: { disabled: true },
		hideClientButton: true,
		showDeveloperTools: "never",
		theme: "none",
		defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
		documentDownloadType: "none",
		operationTitleSource: "summary",
	}),
);
