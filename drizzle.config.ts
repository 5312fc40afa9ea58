import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "sqlite",
	schema: ["./src/db/schema.ts", "./src/db/studio.ts", "./src/db/records.ts", "./src/db/oauth.ts"],
	out: "./migrations",
});
