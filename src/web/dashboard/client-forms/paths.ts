export const path = "/dashboard/forms";
export const pathOf = ({ id }: { id: string }): string => `${path}/${id}`;
export const submissionsPath = (formId: string): string => `${path}/${formId}/submissions`;
export const submissionPath = ({ id, form_id }: { id: string; form_id: string }): string =>
	`${submissionsPath(form_id)}/${id}`;
