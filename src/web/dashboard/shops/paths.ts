export const path = "/dashboard/shops";
export const pathOf = ({ id }: { id: string }): string => `${path}/${id}`;
