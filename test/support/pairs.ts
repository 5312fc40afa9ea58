export const everyPair = <C, S>(cases: readonly C[], subjects: readonly S[]): [C, S][] =>
	cases.flatMap((one) => subjects.map((subject): [C, S] => [one, subject]));
