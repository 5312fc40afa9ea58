import { type Brand, logoOf } from "../../../domain/studio/brand/brand.ts";
import { Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { faultOf } from "../../ui/components/faults.ts";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { FormId } from "../forms/form-id.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { colorPath, logoField, path } from "./paths.ts";
import { Sample } from "./sample.tsx";

const done = {
	logo: "The logo is on the booking pages and in the mails from now on.",
	no_logo: "The logo has been removed.",
	color: "The color is on the booking pages and in the mails from now on.",
};

interface Props {
	visit: Visit;
	brand: Brand;
	of: FormState;
}

export const BrandPage = (props: Props) => (
	<>
		<Title text="Brand" lead="How your clients know you on the booking pages and in mails." />
		<DoneNote visit={props.visit} words={done} />
		<Panel title="Logo">
			<LogoForm {...props} />
		</Panel>
		<Panel
			title="Color"
			lead={
				props.brand.accentColor
					? "For buttons, links and the field in use."
					: "You have chosen none, so the pages have the color of the service."
			}
			actions={
				<a class="button" href={props.visit.to(colorPath)}>
					{props.brand.accentColor ? "Change the color" : "Choose a color"}
				</a>
			}
		>
			<Sample color={props.brand.accentColor} />
		</Panel>
	</>
);

const box = { width: 288, height: 96 };

const LogoForm = ({ visit, brand, of }: Props) => {
	const logo = logoOf(visit.ctx, brand, box);
	const fault = of.faults?.fields[logoField];
	return (
		<>
			{logo && (
				<div class="shown-logo">
					<span class="logo-ground">
						<img src={`${logo.path}/thumbnail?w=640`} width={logo.width} height={logo.height} alt={brand.name} />
					</span>
					<PostButton action={visit.to(`${path}/logo/remove`)}>Remove</PostButton>
				</div>
			)}
			<form method="post" action={visit.to(path)} enctype="multipart/form-data" class="narrow">
				<FaultSummary of={of} />
				<FormId />
				<div class="field">
					<label for={logoField}>{logo ? "Another logo" : "Your logo"}</label>
					<span class="hint" id={`${logoField}-hint`}>
						A PNG, JPEG or WebP of at most 1 MB. It is shown on white, at most 192 pixels wide and 48 high, so a wide
						one reads best. Screen readers say the name of your studio in its place.
					</span>
					<input
						id={logoField}
						name={logoField}
						type="file"
						required
						accept="image/png,image/jpeg,image/webp"
						aria-describedby={fault ? `${logoField}-hint ${logoField}-fault` : `${logoField}-hint`}
						aria-invalid={fault ? "true" : undefined}
					/>
					<LogoFault of={of} />
				</div>
				<div class="actions">
					<button class="primary" type="submit">
						{logo ? "Replace the logo" : "Add the logo"}
					</button>
				</div>
			</form>
		</>
	);
};

const LogoFault = ({ of }: { of: FormState }) => {
	const fault = faultOf(of, logoField, "The logo");
	return fault ? (
		<span class="fault" id={`${logoField}-fault`}>
			{fault}
		</span>
	) : null;
};
