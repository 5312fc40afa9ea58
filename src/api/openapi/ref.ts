type Kind = "examples" | "headers" | "parameters" | "requestBodies" | "responses" | "schemas";

/** A reference to something that the document describes once. */
export const ref = (kind: Kind, name: string) => ({ $ref: `#/components/${kind}/${name}` }) as const;
