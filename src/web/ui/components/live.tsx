import type { Child } from "hono/jsx";

interface Props {
	/** The records of the list, in the plural, such as `deliveries`. */
	what: string;
	on: boolean;
	children?: Child;
}

/** Without scripts the control of the list is hidden. With them it goes when a page that is fetched is no longer `on`. */
export const Live = ({ what, on, children }: Props) =>
	on ? (
		<live-list what={what}>
			<div class="live-control" hidden>
				<span class="dim" data-words>
					{what.charAt(0).toUpperCase() + what.slice(1)} update by themselves.
				</span>
				<button type="button">Pause</button>
			</div>
			<div data-list={what}>{children}</div>
		</live-list>
	) : (
		<div data-list={what}>{children}</div>
	);
