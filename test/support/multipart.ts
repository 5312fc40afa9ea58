/** As a browser sends it. Fields come before the files, in the order in which they are given. */
export function multipart(
	fields: Record<string, string>,
	files: readonly { field: string; name: string; bytes: Uint8Array<ArrayBuffer>; type?: string }[],
): { raw: Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
	const boundary = `----form${crypto.randomUUID()}`;
	const parts = [
		...Object.entries(fields).map(([name, value]) => [`name="${name}"`, Buffer.from(value)] as const),
		...files.map(
			({ field, name, bytes, type = "image/png" }) =>
				[`name="${field}"; filename="${name}"\r\nContent-Type: ${type}`, bytes] as const,
		),
	];
	const body = parts.flatMap(([head, content]) => [
		Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
		content,
		Buffer.from("\r\n"),
	]);
	return {
		raw: new Uint8Array(Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)])),
		headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
	};
}
