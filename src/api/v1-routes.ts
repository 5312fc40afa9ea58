import { Hono } from "hono";
import { handlerOf } from "../platform/http/endpoint/handle.ts";
import type { AppEnv } from "../platform/http/request/app-env.ts";
import { endpoints } from "./v1.ts";

/** The routes of /v1, for requests from outside and for those that the service makes itself. */
export const v1 = new Hono<AppEnv>();

for (const endpoint of endpoints) v1.on(endpoint.method, endpoint.path, handlerOf(endpoint));
