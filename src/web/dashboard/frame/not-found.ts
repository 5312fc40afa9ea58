import { notFound } from "../../../platform/problems/problem.ts";
import { Area } from "./area.ts";

/** All other addresses of the dashboard. */
export const notFoundPages = new Area("everyone");

const refuse = () => {
	throw notFound("page");
};

notFoundPages.check("/dashboard/*", {}, { show: refuse, check: refuse });
