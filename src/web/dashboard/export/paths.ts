export const path = "/dashboard/account/export";

export const exportPath = (id: string): string => `${path}/${id}`;
