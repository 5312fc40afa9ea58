import { app } from "./app.js";

/** What is published: accounts are connected by OAuth. `index.api-key.js` is the same with an API key. */
export default app({ auth: "oauth2" });
