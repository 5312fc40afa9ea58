import type { Child } from "hono/jsx";
import type { Studio } from "../../../domain/access/people/studios.ts";
import type { User } from "../../sign-in/sessions.ts";
import { dashboardScripts } from "../../ui/assets.ts";
import { Icon } from "../../ui/components/icon.tsx";
import { Document } from "../../ui/layout.tsx";
import { type NavigationEntry, navigation, navigationEntryOf } from "./navigation.ts";
import { studioAddress } from "./visit.ts";

interface Props {
	title: string;
	path: string;
	user: User;
	studios: Studio[];
	/** Absent on pages that belong to no studio. */
	studio?: Studio | undefined;
	nonce?: string | undefined;
	children?: Child;
}

export const DashboardFrame = (props: Props) => {
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
						<SideMenu {...props} label="Menu" />
					</details>
				</header>
				<SideMenu {...props} label="Dashboard" wideOnly />
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

const SideMenu = ({ path, user, studios, studio, label, wideOnly }: Props & { label: string; wideOnly?: boolean }) => {
	const area = navigationEntryOf(path);
	return (
		<nav class={wideOnly ? "side wide-only" : "side"} aria-label={label}>
			<StudioSwitch studios={studios} studio={studio} path={path} />
			{navigation.map(({ title, entries }) => {
				const open = entries.filter(({ audience }) => audience === "everyone" || studio?.role !== "STAFF");
				return (
					open.length > 0 && (
						<>
							{title && <p class="group">{title}</p>}
							<ul aria-label={title || undefined}>
								{open.map((entry) => (
									<li>
										<a
											href={studio ? studioAddress(studio.id, entry.path) : entry.path}
											data-key={entry.key}
											aria-current={entry === area ? "page" : undefined}
										>
											<Icon name={entry.icon} />
											{entry.text}
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
};

/** The menu cuts a long name. The tooltip and the title of the page have all of it. */
const Name = ({ of: { name } }: { of: Studio }) => (
	<span class="name" title={name}>
		{name}
	</span>
);

/** The page of a record exists only in its own studio, so the links lead to the same area. */
const StudioSwitch = ({ studios, studio, path }: Pick<Props, "studios" | "studio" | "path">) => {
	const others = studios.filter(({ id }) => id !== studio?.id);
	if (others.length === 0) return <div class="switch">{studio && <Name of={studio} />}</div>;
	const area: NavigationEntry | undefined = navigationEntryOf(path);
	return (
		<details class="switch">
			<summary>
				{studio ? <Name of={studio} /> : "Choose a studio"}
				<Icon name="down" />
			</summary>
			<ul>
				{others.map(({ id, name }) => (
					<li>
						<a href={studioAddress(id, area && studio ? area.path : "/dashboard")}>{name}</a>
					</li>
				))}
			</ul>
		</details>
	);
};
