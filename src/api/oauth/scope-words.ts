import type { Scope } from "../../platform/gate/scopes.ts";

/** Each scope in the words of a studio's owner: the things that an app can see or do with it. */
export const scopeWords: Record<Scope, string> = {
	"read:clients": "Your clients, with their contact details and notes",
	"write:clients": "Add, change, merge and delete clients",
	"read:appointments": "Your appointments and free times",
	"write:appointments": "Book, move and cancel appointments",
	"read:leads": "Your leads and what they wrote",
	"write:leads": "Add, change, archive and delete leads",
	"read:ideas": "Your clients’ tattoo ideas, health notes included",
	"write:ideas": "Add, change, archive and delete tattoo ideas",
	"read:forms": "Your forms",
	"write:forms": "Create, change and delete forms",
	"read:form_submissions": "Answers and signatures in your forms",
	"write:form_submissions": "Send in answers to your forms",
	"read:artists": "Your artists and their working hours",
	"write:artists": "Add and change artists",
	"read:shops": "Your shops",
	"write:shops": "Add and change shops",
	"read:webhook_endpoints": "Where your events are sent",
	"write:webhook_endpoints": "Send your events to other addresses, with all their data",
	"read:deliveries": "Everything that was sent to your webhook endpoints",
	"write:deliveries": "Send events to your webhook endpoints again",
	"read:automation": "New clients, leads, appointments and answers, and any client by their email, for automations",
	"write:automation":
		"Set up automations that send what happens in your studio elsewhere, add clients and leads, and read any client’s whole record by their email",
	"read:event_types": "What can be booked with your artists",
	"read:events": "Everything that happens in your studio, as it happens",
	"read:audit_log": "Who changed what in your studio, and from where",
};

const wordsOf = (scope: string): string => scopeWords[scope as Scope] ?? scope;

export const groupedScopeWords = (scopes: string[]): { read: string[]; write: string[] } => ({
	read: scopes.filter((scope) => scope.startsWith("read:")).map(wordsOf),
	write: scopes.filter((scope) => scope.startsWith("write:")).map(wordsOf),
});
