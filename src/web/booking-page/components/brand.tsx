import { type Brand, logoOf } from "../../../domain/studio/brand/brand.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";

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
