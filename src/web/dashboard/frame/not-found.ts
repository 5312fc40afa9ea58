import { notFound } from "../../../platform/problems/problem.ts";
import { Area } from "./area.tsx";

/** All other addresses of the dashboard. */
export const notFoundPages = new Area("everyone");

notFoundPages.form(
	"/dashboard/*",
	{},
	{
		kind: "change",
		show: () => {
			throw notFound("page");
		},
		operation: () => {
			throw notFound("page");
		},
		afterSubmit: () => "/dashboard",
	},
);
