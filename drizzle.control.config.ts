import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "sqlite",
	schema: ["./src/platform/db/tables/control/*.ts", "./src/platform/db/tables/both/*.ts"],
	out: "./migrations/control",
});
