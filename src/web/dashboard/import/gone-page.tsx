import { Problem } from "../../../platform/problems/problem.ts";
import { FormRefusal } from "../forms/execute-form.ts";
import type { Content } from "../frame/declarations.ts";
import { Failure } from "../frame/failure.tsx";
import type { Visit } from "../frame/visit.ts";
import { path } from "./paths.ts";

const title = "This file is not here any more";

/** A file that is imported has the id of its import, so nobody can tell it from one that was discarded. */
const gonePage = (visit: Visit): Content => ({
	title,
	status: 404,
	body: (
		<Failure
			title={title}
			text="It is imported already, was discarded or replaced, or its day is over."
			requestId={visit.ctx.requestId}
		>
			<p class="actions">
				<a class="button" href={visit.to(path)}>
					Go to the imports
				</a>
			</p>
		</Failure>
	),
});

const isNotFound = (error: unknown): boolean => error instanceof Problem && error.status === 404;

/** The page of a file, or the one that says that the file is gone. */
export async function orGone(visit: Visit, show: () => Promise<Content>): Promise<Content> {
	try {
		return await show();
	} catch (error) {
		if (isNotFound(error)) return gonePage(visit);
		throw error;
	}
}

/** The page of the form is shown again after a refusal, and says that the file is gone. */
export async function refuseGone<T>(act: Promise<T>): Promise<T> {
	try {
		return await act;
	} catch (error) {
		if (isNotFound(error)) throw new FormRefusal({ summary: title, fields: {} }, 404);
		throw error;
	}
}
