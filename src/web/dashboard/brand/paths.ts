export const path = "/dashboard/brand";
export const colorPath = `${path}/color`;
export const logoField = "logo";
