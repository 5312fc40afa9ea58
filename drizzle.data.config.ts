import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "sqlite",
	schema: ["./src/platform/db/tables/data/**/*.ts", "./src/platform/db/tables/both/*.ts"],
	out: "./migrations/data",
});
