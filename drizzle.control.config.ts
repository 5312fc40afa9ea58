import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "sqlite",
	schema: ["./src/db/tables/control/*.ts", "./src/db/tables/both/*.ts"],
	out: "./migrations/control",
});
