import type { Child } from "hono/jsx";

interface Props {
	/** What comes in, in the plural, such as `deliveries`. */
	what: string;
	/** Only the page of the newest is followed. */
	on: boolean;
	children?: Child;
}

/** A part of a page that is kept up to date where scripts run. The control is hidden without them. */
export const Live = ({ what, on, children }: Props) =>
	on ? (
		<live-list what={what}>
			<div class="live-control" hidden>
				<span class="dim" data-words>
					New {what} appear by themselves.
				</span>
				<button type="button">Pause</button>
			</div>
			<div data-list>{children}</div>
		</live-list>
	) : (
		<div>{children}</div>
	);
