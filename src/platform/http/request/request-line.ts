import type { Meter } from "../../lib/meter.ts";
import { log } from "../../log.ts";

interface AnsweredRequest {
	requestId: string;
	method: string;
	route: string;
	response: Response;
	operationId?: string | undefined;
	tenantId?: string | undefined;
	credentialId?: string | undefined;
	code?: string | undefined;
	durationMs: number;
	gate: Meter;
	db: Meter;
	isDryRun: boolean;
}

/** Writes the line of a request (contract: Observability 1). */
export function logRequest({ response, gate, db, ...request }: AnsweredRequest): void {
	log[response.status >= 500 ? "error" : "info"]("request", {
		request_id: request.requestId,
		operation_id: request.operationId ?? null,
		route: request.route,
		method: request.method,
		status: response.status,
		code: request.code ?? null,
		tenant_id: request.tenantId ?? null,
		credential_id: request.credentialId ?? null,
		duration_ms: request.durationMs,
		gate_ms: Math.round(gate.ms),
		gate_trips: gate.trips,
		db_ms: Math.round(db.ms),
		db_trips: db.trips,
		rows_read: db.rowsRead,
		rows_written: db.rowsWritten,
		replayed: response.headers.has("Idempotent-Replayed"),
		dry_run: request.isDryRun,
	});
}
