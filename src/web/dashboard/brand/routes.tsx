import { readBrand, removeLogo, setAccentColor } from "../../../domain/studio/brand/operations.ts";
import { accentColor } from "../../../domain/studio/brand/schema.ts";
import { parseBody } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import { ColorPage } from "./color-page.tsx";
import { BrandPage } from "./page.tsx";
import { colorPath, path } from "./paths.ts";
import { serviceColor } from "./sample.tsx";
import { takeLogo } from "./take-logo.ts";

export const brandPages = new Area("owner");

brandPages.upload(
	path,
	{},
	{
		show: async (visit, _, again) => ({
			title: "Brand",
			body: <BrandPage visit={visit} brand={await readBrand(visit.ctx)} of={again ?? { values: {} }} />,
		}),
		take: async (visit) => {
			await takeLogo(visit);
			return visit.to(path, { done: "logo" });
		},
	},
);

brandPages.form(
	`${path}/logo/remove`,
	{},
	{
		kind: "delete",
		operation: () => (ctx) => removeLogo(ctx),
		afterSubmit: (visit) => visit.to(path, { done: "no_logo" }),
	},
);

brandPages.form(
	colorPath,
	{},
	{
		kind: "change",
		show: async (visit, _, again) => {
			const brand = await readBrand(visit.ctx);
			const of = again ?? { values: { accent_color: [brand.accentColor ?? serviceColor] } };
			return { title: "Color", body: <ColorPage visit={visit} brand={brand} of={of} /> };
		},
		operation: (_, values) => {
			const typed = textOf(values, "accent_color");
			const color = typed === "" ? null : parseBody(accentColor, typed, () => "accent_color");
			return (ctx) => setAccentColor(ctx, color);
		},
		afterSubmit: (visit) => visit.to(path, { done: "color" }),
	},
);
