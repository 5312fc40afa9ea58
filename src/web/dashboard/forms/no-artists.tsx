import type { Child } from "hono/jsx";
import { Empty } from "../../ui/components/elements.tsx";
import type { Visit } from "../frame/visit.ts";

export const NoArtists = ({ visit, children }: { visit: Visit; children?: Child }) => (
	<Empty
		title="No artists yet"
		actions={
			<a class="button" href={visit.to("/dashboard/artists/new")}>
				New artist
			</a>
		}
	>
		{children}
	</Empty>
);
