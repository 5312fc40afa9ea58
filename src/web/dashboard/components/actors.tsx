import type { Actor, Names } from "../../../domain/access/audit-log/actors.ts";
import type { Visit } from "../frame/visit.ts";

const kinds: Record<Actor["type"], string> = {
	api_key: "API key",
	oauth_app: "App",
	user: "Person",
	booking_page: "The booking page",
	operator: "The people who run the service",
	system: "The service itself",
};

export const actorWords = ({ type, id }: Actor, names: Names): string =>
	id === null ? kinds[type] : `${kinds[type]} ${names.get(id) ?? id}`;

export const ActorName = ({ visit, actor, names }: { visit: Visit; actor: Actor; names: Names }) => {
	const { type, id } = actor;
	if (id === null) return <>{kinds[type]}</>;
	const name = names.get(id) ?? id;
	if (type === "api_key")
		return (
			<>
				API key <a href={visit.to(`/dashboard/api_keys/${id}`)}>{name}</a>
			</>
		);
	if (type === "oauth_app")
		return (
			<>
				App <a href={visit.to("/dashboard/connected_apps")}>{name}</a>
			</>
		);
	return <>{name}</>;
};
