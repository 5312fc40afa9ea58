import { constants, type DatabaseSync } from "node:sqlite";

const refusedFunctions = new Set(["sqlite_version", "sqlite_source_id", "load_extension"]);

/** The pragmas that D1 takes. The last one is the platform's own, for the size of the database. */
const pragmas = new Set([
	"case_sensitive_like",
	"data_version",
	"defer_foreign_keys",
	"foreign_key_check",
	"foreign_key_list",
	"foreign_keys",
	"function_list",
	"ignore_check_constraints",
	"index_info",
	"index_list",
	"index_xinfo",
	"legacy_alter_table",
	"optimize",
	"quick_check",
	"recursive_triggers",
	"table_info",
	"table_list",
	"table_xinfo",
	"page_count",
]);

const { SQLITE_ATTACH, SQLITE_DETACH, SQLITE_SAVEPOINT, SQLITE_TRANSACTION } = constants;
const ofConnection = new Set([SQLITE_ATTACH, SQLITE_DETACH, SQLITE_SAVEPOINT, SQLITE_TRANSACTION]);

/**
 * D1 refuses the same statements. `isOwn` tells that the platform itself runs a statement, and `onCompile` is told of
 * each step of a compilation.
 */
export function authorize(database: DatabaseSync, isOwn: () => boolean, onCompile: () => void = () => {}): void {
	const { SQLITE_OK, SQLITE_DENY } = constants;
	const verdict = (isAllowed: boolean) => (isAllowed ? SQLITE_OK : SQLITE_DENY);
	database.setAuthorizer((action, first, second) => {
		onCompile();
		if (ofConnection.has(action)) return verdict(isOwn());
		if (action === constants.SQLITE_PRAGMA) return verdict(pragmas.has(String(first)));
		if (action === constants.SQLITE_FUNCTION) return verdict(!refusedFunctions.has(String(second)));
		return SQLITE_OK;
	});
}
