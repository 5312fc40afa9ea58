import { notFound } from "../../../platform/problems/problem.ts";
import { Area } from "./area.ts";

export const notFoundPages = new Area("everyone");

const refuse = () => {
	throw notFound("page");
};

notFoundPages.check("/dashboard/*", {}, { show: refuse, check: refuse });
