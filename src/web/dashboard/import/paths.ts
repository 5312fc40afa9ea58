export const path = "/dashboard/import";

export const importPath = (id: string): string => `${path}/${id}`;

export const draftPath = (id: string): string => `${path}/drafts/${id}`;

export const discardPath = `${path}/discard`;

export const fileField = "file";
