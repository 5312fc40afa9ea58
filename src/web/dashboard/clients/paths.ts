import { idPattern } from "../../../platform/lib/ids.ts";

export const path = "/dashboard/clients";

export const pathOf = (id: string): string => `${path}/${id}`;

export const ideaPath = (clientId: string, ideaId: string): string => `${pathOf(clientId)}/ideas/${ideaId}`;

export const isClientId = (id: string | undefined): id is string => id !== undefined && idPattern("client").test(id);

export const exportPath = (id: string): string => `${pathOf(id)}/export`;

export const erasePath = (id: string): string => `${pathOf(id)}/erase`;
