import type { Child } from "hono/jsx";
import type { User } from "../../sign-in/sessions.ts";
import { dashboardScripts } from "../../ui/assets.ts";
import { Icon } from "../../ui/components/icon.tsx";
import { Document } from "../../ui/layout.tsx";
import { type Place, placeOf, places } from "./navigation.ts";
import type { Studio } from "./studios.ts";
import { addressIn } from "./visit.ts";

interface Props {
	title: string;
	/** The path of the page. */
	path: string;
	user: User;
	studios: Studio[];
	/** Absent on pages that are about no studio. */
	studio?: Studio | undefined;
	nonce?: string | undefined;
	children?: Child;
}

/** The frame of every page of the dashboard: where one is, where else one can go, and the way out. */
export const Frame = (props: Props) => {
	const { title, studio, nonce, children } = props;
	return (
		<Document
			title={studio ? `${title} · ${studio.name}` : title}
			nonce={nonce}
			scripts={nonce === undefined ? [] : dashboardScripts}
		>
			<a class="skip" href="#content">
				Skip to the content
			</a>
			<div class="frame">
				<header>
					<span class="studio">{studio?.name ?? "Dashboard"}</span>
					<details class="menu">
						<summary>
							<Icon name="menu" />
							Menu
						</summary>
						<Side {...props} label="Menu" />
					</details>
				</header>
				<Side {...props} label="Dashboard" wideOnly />
				<main id="content" tabindex={-1}>
					{children}
				</main>
				<span class="hidden" role="status" id="said" />
				<footer>
					{studio && (
						<>
							Times are in {studio.timezone.replaceAll("_", " ")}.{" "}
							<span class="pointing">Point at a time for UTC.</span>
						</>
					)}
				</footer>
			</div>
		</Document>
	);
};

const Side = ({ path, user, studios, studio, label, wideOnly }: Props & { label: string; wideOnly?: boolean }) => (
	<nav class={wideOnly ? "side wide-only" : "side"} aria-label={label}>
		<Switch studios={studios} studio={studio} path={path} />
		{places.map(({ title, places }) => {
			const open = places.filter(({ who }) => who === "everyone" || studio?.role !== "STAFF");
			return (
				open.length > 0 && (
					<>
						{title && <p class="group">{title}</p>}
						<ul aria-label={title || undefined}>
							{open.map((place) => (
								<li>
									<a
										href={studio ? addressIn(studio.id, place.path) : place.path}
										data-key={place.key}
										aria-current={placeOf(path)?.path === place.path ? "page" : undefined}
									>
										<Icon name={place.icon} />
										{place.text}
									</a>
								</li>
							))}
						</ul>
					</>
				)
			);
		})}
		<div class="who">
			{user.email}
			<form method="post" action="/sign_out">
				<button class="link" type="submit">
					Sign out
				</button>
			</form>
		</div>
	</nav>
);

/** A long name is cut in the menu, and whole where somebody points at it and in the title of the page. */
const Name = ({ of: { name } }: { of: Studio }) => (
	<span class="name" title={name}>
		{name}
	</span>
);

/** Leads to the same area of another studio. A record's page is only in its own studio. */
const Switch = ({ studios, studio, path }: Pick<Props, "studios" | "studio" | "path">) => {
	const others = studios.filter(({ id }) => id !== studio?.id);
	if (others.length === 0) return <div class="switch">{studio && <Name of={studio} />}</div>;
	const area: Place | undefined = placeOf(path);
	return (
		<details class="switch">
			<summary>
				{studio ? <Name of={studio} /> : "Choose a studio"}
				<Icon name="down" />
			</summary>
			<ul>
				{others.map(({ id, name }) => (
					<li>
						<a href={addressIn(id, area && studio ? area.path : "/dashboard")}>{name}</a>
					</li>
				))}
			</ul>
		</details>
	);
};
