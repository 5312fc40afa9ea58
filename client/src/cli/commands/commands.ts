import type { Command } from "../command.ts";
import { completion } from "./completion.ts";
import { deliveriesList } from "./deliveries-list.ts";
import { deliveriesReplay } from "./deliveries-replay.ts";
import { eventsResend } from "./events-resend.ts";
import { eventsTail } from "./events-tail.ts";
import { listen } from "./listen.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { mcp } from "./mcp.ts";
import { request } from "./request.ts";
import { trigger } from "./trigger.ts";
import { verifyExportCommand } from "./verify-export.ts";
import { whoami } from "./whoami.ts";

/** In the order of the help, which begins with the first steps. */
export const commands: Command[] = [
	login,
	logout,
	whoami,
	listen,
	trigger,
	eventsTail,
	eventsResend,
	deliveriesList,
	deliveriesReplay,
	request,
	verifyExportCommand,
	mcp,
	completion,
];
