import { formIdField, newFormId } from "../../ui/execute-once.ts";

/** In a form that creates something: who sends it twice creates one record. */
export const FormId = () => <input type="hidden" name={formIdField} value={newFormId()} />;
