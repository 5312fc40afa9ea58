import { formIdField, newFormId } from "../../ui/execute-once.ts";

/** The hidden field of a form that creates something. A form that is sent twice creates one record. */
export const FormId = () => <input type="hidden" name={formIdField} value={newFormId()} />;
