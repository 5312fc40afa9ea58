import type { Child } from "hono/jsx";
import type { Brand } from "../../../domain/studio/brand/brand.ts";
import { nearestThatHolds } from "../../../domain/studio/brand/colors.ts";
import { accentColor } from "../../../domain/studio/brand/schema.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, firstValue, Input, Submit } from "../../ui/components/fields.tsx";
import type { Visit } from "../frame/visit.ts";
import { colorPath, path } from "./paths.ts";
import { Sample } from "./sample.tsx";

interface Props {
	visit: Visit;
	brand: Brand;
	of: FormState;
}

const field = "accent_color";

export const ColorPage = ({ visit, brand, of }: Props) => {
	const refused = of.faults && accentColor.safeParse(firstValue(of, field));
	const nearest = refused?.success ? nearestThatHolds(refused.data) : undefined;
	return (
		<>
			<Title
				text="Color"
				back={{ href: visit.to(path), text: "Brand" }}
				lead="White text must be legible on it, and text in it on a light page. Dark pages get a lighter one of the same hue."
			/>
			{nearest && (
				<Panel title="The nearest color that can be read">
					<Sample color={nearest} />
					<ColorButton visit={visit} color={nearest} class="primary">
						Use {nearest}
					</ColorButton>
				</Panel>
			)}
			<Panel>
				<form method="post" action={visit.to(colorPath)} class="narrow">
					<FaultSummary of={of} />
					<Input
						of={of}
						name={field}
						label="Color"
						type="color"
						hint="For buttons, links and the field in use."
						required
					/>
					<Submit>Save</Submit>
				</form>
				{brand.accentColor && (
					<div class="after">
						<ColorButton visit={visit} color="">
							Use the color of the service
						</ColorButton>
					</div>
				)}
			</Panel>
		</>
	);
};

const ColorButton = ({
	visit,
	color,
	children,
	...of
}: {
	visit: Visit;
	color: string;
	class?: string;
	children?: Child;
}) => (
	<form method="post" action={visit.to(colorPath)}>
		<input type="hidden" name={field} value={color} />
		<div class="actions">
			<button class={of.class} type="submit">
				{children}
			</button>
		</div>
	</form>
);
