import { app } from "./app.js";

export default app({ auth: "api_key" });
