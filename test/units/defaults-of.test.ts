import { getTableColumns } from "drizzle-orm";
import { expect, it } from "vitest";
import { defaultsOf } from "../../src/platform/db/record.ts";
import { clients } from "../../src/platform/db/tables/data/clients.ts";
import { forms } from "../../src/platform/db/tables/data/forms.ts";

it("a new row has null or the default of its table in each column that may be left out", () => {
	expect(defaultsOf(forms)).toEqual({
		description: null,
		isActive: true,
		creates: null,
		linksClient: false,
		metadata: {},
		revision: 1,
	});
	expect(defaultsOf(clients)).toMatchObject({ lastName: null, tags: [], isBlocked: false });
});

it("a new row has no value where its table demands one", () => {
	const demanded = Object.keys(getTableColumns(clients)).filter((name) => !(name in defaultsOf(clients)));
	expect(demanded).toEqual(["id", "tenantId", "email", "emailKey", "firstName", "createdAt", "updatedAt"]);
});
