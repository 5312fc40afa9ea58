import { notFound } from "../../../platform/problems/problem.ts";
import { Area } from "./area.tsx";

/** Every other address of the dashboard. */
export const elsewhere = new Area("everyone");

elsewhere.form(
	"/dashboard/*",
	{},
	{
		kind: "change",
		show: () => {
			throw notFound("page");
		},
		decide: () => {
			throw notFound("page");
		},
		onward: () => "/dashboard",
	},
);
