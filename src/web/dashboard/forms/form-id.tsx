import { formIdField, newFormId } from "../../ui/execute-once.ts";

export const FormId = () => <input type="hidden" name={formIdField} value={newFormId()} />;
