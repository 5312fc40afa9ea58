export const path = "/dashboard/artists";
export const pathOf = ({ id }: { id: string }): string => `${path}/${id}`;
