export type Bindable = null | number | string | Uint8Array;

export function bindable(value: unknown): Bindable {
	if (value === null || typeof value === "string") return value;
	// Values travel as JSON.
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (typeof value === "boolean") return value ? 1 : 0;
	if (value instanceof ArrayBuffer) return new Uint8Array(value);
	if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
	if (Array.isArray(value)) return Uint8Array.from(value as number[]);
	throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${String(value)}'`);
}

export const storedValue = (value: unknown): unknown => (value instanceof Uint8Array ? Array.from(value) : value);
