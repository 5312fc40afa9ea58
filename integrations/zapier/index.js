import { app } from "./app.js";

/** This definition is published. It connects accounts by OAuth. `index.api-key.js` is the same with an API key. */
export default app({ auth: "oauth2" });
