const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const asCurl = (url: string, headers: Record<string, string>, body: string): string =>
	[
		`curl -i -X POST ${quoted(url)}`,
		...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
		`  --data-binary ${quoted(body)}`,
	].join(" \\\n");
