/** Makes a value at its first use, for those that take long and that few isolates need. */
export function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
