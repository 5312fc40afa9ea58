import type { Scope } from "../../platform/gate/scopes.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { deleted } from "../../platform/http/fields/fields.ts";
import type { IdKind } from "../../platform/lib/ids.ts";
import { createPicture } from "./create-picture.ts";
import { deletePicture, getPicture, listPictures, updatePicture } from "./operations.ts";
import type { OwnerType } from "./owners.ts";
import { picture, picturePatch, uploadQuery, withNewAddresses } from "./schema.ts";

const tag = "Pictures";
const deletedPicture = deleted("picture").meta({ id: "DeletedPicture" });

interface OwnerRoutes {
	type: OwnerType;
	/** As the operation ids name it. */
	name: string;
	/** With its article. */
	words: string;
	read: Scope;
	write: Scope;
	/** The name of its id in the path. */
	param: string;
}

const owners: readonly OwnerRoutes[] = [
	{ type: "idea", name: "Idea", words: "an idea", read: "read:ideas", write: "write:ideas", param: "idea_id" },
	{ type: "lead", name: "Lead", words: "a lead", read: "read:leads", write: "write:leads", param: "lead_id" },
	{
		type: "artist",
		name: "Artist",
		words: "an artist",
		read: "read:artists",
		write: "write:artists",
		param: "artist_id",
	},
	{
		type: "form_submission",
		name: "FormSubmission",
		words: "a form submission",
		read: "read:form_submissions",
		write: "write:form_submissions",
		param: "submission_id",
	},
];

/** The five endpoints are the same for each kind of record that has pictures. */
function routesOf({ type, name, words, read, write, param }: OwnerRoutes): Endpoint[] {
	const path = `/v1/${type}s/:${param}/pictures`;
	const ofOwner: Record<string, IdKind> = { [param]: type };
	const params: Record<string, IdKind> = { ...ofOwner, picture_id: "picture" };
	const owner = (ids: Record<string, string>) => ({ type, id: ids[param] ?? "" });
	const pictureIn = ({ picture_id = "" }: Record<string, string>) => picture_id;
	return [
		endpoint.list({
			id: `list${name}Pictures`,
			path,
			tag,
			summary: `List the pictures of ${words}`,
			description: "In the order of `position`. All are on one page.",
			scope: read,
			params: ofOwner,
			answer: picture,
			run: (ctx, { params }) => listPictures(ctx, owner(params)),
		}),
		endpoint.upload({
			id: `create${name}Picture`,
			path,
			tag,
			summary: `Add a picture to ${words}`,
			scope: write,
			params: ofOwner,
			query: uploadQuery,
			answer: picture,
			errors: ["validation_error", "plan_limit_reached"],
			replay: withNewAddresses,
			location: ({ id, owner }) => `/v1/${type}s/${owner.id}/pictures/${id}`,
			run: (ctx, { params, query, upload }) => createPicture(ctx, owner(params), upload, query.caption),
		}),
		endpoint.get({
			id: `get${name}Picture`,
			path: `${path}/:picture_id`,
			tag,
			summary: `Get a picture of ${words}`,
			scope: read,
			params,
			answer: picture,
			run: (ctx, { params }) => getPicture(ctx, owner(params), pictureIn(params)),
		}),
		endpoint.change("PATCH", {
			id: `update${name}Picture`,
			path: `${path}/:picture_id`,
			tag,
			summary: `Change the caption or the place of a picture of ${words}`,
			scope: write,
			params,
			body: picturePatch,
			answer: picture,
			replay: withNewAddresses,
			run: (ctx, { params, body }) => updatePicture(ctx, owner(params), pictureIn(params), body),
		}),
		endpoint.change("DELETE", {
			id: `delete${name}Picture`,
			path: `${path}/:picture_id`,
			tag,
			summary: `Delete a picture of ${words}`,
			scope: write,
			params,
			answer: deletedPicture,
			run: (ctx, { params }) => deletePicture(ctx, owner(params), pictureIn(params)),
		}),
	];
}

export const pictureRoutes: readonly Endpoint[] = owners.flatMap(routesOf);
