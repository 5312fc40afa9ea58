import type { Kept, Studio } from "../studio.ts";
import { studioStep, whileBusy } from "./step.ts";

/** The client's records are different now, and those of a merged client belong to the target. */
export function looseOf(studio: Studio, clientId: string, target?: Kept): void {
	for (const resource of ["appointments", "ideas", "leads", "form_submissions"] as const)
		for (const kept of studio.ofClient(resource, clientId)) {
			kept.loose = true;
			if (target) kept.body = { ...kept.body, client_id: target.id };
		}
}

const merge = (studio: Studio, target: Kept, source: Kept) =>
	studio.change("POST", `/v1/clients/${target.id}/merge`, { source_id: source.id });

/** Two programs merge two clients in opposite directions. One client is left, and it is not lost. */
export const raceOfMerges = studioStep(0.7, async ({ studio, draw, world }) => {
	const one = draw.any(studio.free("clients"));
	const other = draw.any(studio.free("clients").filter((each) => each !== one));
	if (!one || !other) return;
	await whileBusy(one, () =>
		whileBusy(other, async () => {
			const answers = await Promise.all([merge(studio, one, other), merge(studio, other, one)]);
			const statuses = answers.map(({ status }) => status);
			const isDecided =
				statuses.filter((status) => status === 200).length === 1 && statuses.some((n) => [404, 409].includes(n));
			world.expect("one of two opposite merges wins", isDecided, () => `${one.id} ${other.id}: ${statuses}`);
			const [target, source] = statuses[0] === 200 ? [one, other] : [other, one];
			if (!isDecided) return;
			looseOf(studio, source.id, target);
			target.body = (statuses[0] === 200 ? answers[0] : answers[1]).body;
			target.loose = true;
			source.gone = true;
			studio.mergedAway.add(source.id);
			studio.expectEvent("client.merged", target.id);
			const left = await studio.read(`/v1/clients/${target.id}`);
			world.expect("a merge keeps its target", left.status === 200, () => JSON.stringify(left.body));
		}),
	);
});

/** A program adds an idea to a client whom another one merges away. The idea is with the client that is left. */
export const raceOfMergeAndIdea = studioStep(0.7, async ({ studio, draw, world }) => {
	const target = draw.any(studio.free("clients"));
	const source = draw.any(studio.free("clients").filter((one) => one !== target));
	if (!target || !source) return;
	await whileBusy(target, () =>
		whileBusy(source, async () => {
			const ideas = Array.from({ length: draw.between(1, 3) }, () =>
				studio.change("POST", "/v1/ideas", { client_id: source.id, subject: `Koi ${draw.below(1000)}` }),
			);
			const [merged, ...added] = await Promise.all([merge(studio, target, source), ...ideas]);
			world.expect("clients are merged", merged.status === 200, () => JSON.stringify(merged.body));
			if (merged.status !== 200) return;
			looseOf(studio, source.id, target);
			source.gone = true;
			studio.mergedAway.add(source.id);
			target.body = merged.body;
			target.loose = true;
			studio.expectEvent("client.merged", target.id);
			for (const { status, body } of added) {
				const isRefused = status !== 201;
				world.expect(
					"an idea for a merged client is made or refused",
					!isRefused || [404, 409].includes(status) || body.code === "validation_error",
					() => `${status} ${JSON.stringify(body)}`,
				);
				if (isRefused) continue;
				studio.expectEvent("idea.created", body.id);
				const found = await studio.read(`/v1/ideas/${body.id}`);
				const isThere = found.status === 200 && found.body.client_id === target.id;
				world.expect("a merge loses no idea", isThere, () => JSON.stringify(found.body));
				studio.keep("ideas", found.body);
			}
		}),
	);
});

/** A program changes a client whom another one deletes. The deletion stands. */
export const raceOfDeletion = studioStep(0.5, async ({ studio, draw, world }) => {
	const kept = draw.any(studio.free("clients"));
	if (!kept || studio.records.clients.size < 5) return;
	await whileBusy(kept, async () => {
		const path = `/v1/clients/${kept.id}`;
		const [deleted, changed] = await Promise.all([
			studio.change("DELETE", path),
			studio.change("PATCH", path, { notes: `late ${draw.seed()}` }),
		]);
		const isExpected = deleted.status === 200 && [200, 404, 409].includes(changed.status);
		world.expect(
			"a deletion stands",
			isExpected,
			() => `${kept.id}: ${deleted.status} ${changed.status} ${JSON.stringify(changed.body)}`,
		);
		if (deleted.status !== 200) return;
		kept.gone = true;
		studio.expectEvent("client.deleted", kept.id);
		if (changed.status === 200) studio.expectEvent("client.updated", kept.id);
		looseOf(studio, kept.id);
		for (const idea of studio.ofClient("ideas", kept.id)) idea.gone = true;
		const left = await studio.read(path);
		world.expect("a deleted client is gone", left.status === 404, () => JSON.stringify(left.body));
	});
});
