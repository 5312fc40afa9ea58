import { raw } from "hono/html";
import { codeBlock } from "../code/code-block.ts";
import { escaped } from "../code/escaped.ts";
import { languages } from "../samples/languages.ts";
import type { SampleRequest } from "../samples/request.ts";

/** It stands for the key until the colours are there. No sample contains it. */
const mark = "\uE000";

/** The request in each language. The tabs are radio buttons, so that they need no script. */
export const Samples = ({ request }: { request: SampleRequest }) => (
	<fieldset class="samples">
		<legend class="hidden">Language of the sample</legend>
		<div class="tabs">
			{languages.map(({ name, label }, n) => (
				<label>
					<input type="radio" name="language" value={name} checked={n === 0} />
					{label}
				</label>
			))}
		</div>
		{languages.map(({ name, label, write, key, own }) => {
			const html = codeBlock({ text: write(request, mark), language: name, label });
			return raw(html.replaceAll(mark, `<var data-own-key="${own}">${escaped(key)}</var>`));
		})}
	</fieldset>
);
