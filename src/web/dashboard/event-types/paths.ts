export const path = "/dashboard/event_types";
export const pathOf = ({ id }: { id: string }): string => `${path}/${id}`;
