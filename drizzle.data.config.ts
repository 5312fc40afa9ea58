import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "sqlite",
	schema: ["./src/db/tables/data/*.ts", "./src/db/tables/both/*.ts"],
	out: "./migrations/data",
});
