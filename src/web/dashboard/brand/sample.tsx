import { accentStylePath } from "../../ui/accent-style.ts";

/** As the palette has it. */
export const serviceColor = "#3346c8";

/** Null stands for the color of the service. */
export const Sample = ({ color }: { color: string | null }) => (
	<>
		{color && <link rel="stylesheet" href={accentStylePath(color)} />}
		<div class={color ? "branded brand-sample" : "brand-sample"}>
			<span class="swatch" aria-hidden="true" />
			<span class="sample-button" aria-hidden="true">
				Book
			</span>
			<span class="sample-link" aria-hidden="true">
				Fine line tattoo
			</span>
			<span class="mono">{color ?? serviceColor}</span>
		</div>
	</>
);
