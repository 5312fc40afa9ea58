import { type Brand, logoOf } from "../../../domain/studio/brand/brand.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";

/** Every page of a request shows the brand of its studio, and so do those that say that something went wrong. */
const brands = new WeakMap<AppContext["req"]["raw"], Brand>();

export const rememberBrand = (c: AppContext, brand: Brand): void => {
	brands.set(c.req.raw, brand);
};

export const brandOf = (c: AppContext): Brand | undefined => brands.get(c.req.raw);

const box = { width: 192, height: 48 };

export const Logo = ({ c, brand }: { c: AppContext; brand: Brand }) => {
	const logo = logoOf({ now: c.get("now"), vault: c.get("vault") }, brand, box);
	if (!logo) return null;
	const { path, width, height } = logo;
	return (
		<header class="studio-logo">
			<img src={`${path}/thumbnail?w=640`} width={width} height={height} alt={brand.name} />
		</header>
	);
};
