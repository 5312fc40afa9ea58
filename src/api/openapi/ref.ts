type Kind = "examples" | "headers" | "parameters" | "requestBodies" | "responses" | "schemas";

export const ref = (kind: Kind, name: string) => ({ $ref: `#/components/${kind}/${name}` }) as const;
