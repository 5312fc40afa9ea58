export const path = "/dashboard/calendar";
export const pathOf = ({ id }: { id: string }): string => `${path}/${id}`;
