import { raw } from "hono/html";

export interface Tab {
	/** The language, as browsers remember the choice. */
	name: string;
	label: string;
	html: string;
}

/** The tabs are radio buttons, so that they need no script. */
export const Tabs = ({ tabs, group }: { tabs: readonly Tab[]; group: string }) => (
	<fieldset class="samples">
		<legend class="hidden">Language of the sample</legend>
		<div class="tabs">
			{tabs.map(({ name, label }, n) => (
				<label>
					<input type="radio" name={group} value={name} checked={n === 0} />
					{label}
				</label>
			))}
		</div>
		{tabs.map(({ html }) => raw(html))}
	</fieldset>
);
