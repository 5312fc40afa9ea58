import type { Scope } from "../../platform/gate/scopes.ts";

/** Each scope in the words of a studio's owner: the things that an app can see or do with it. */
export const scopeWords: Record<Scope, string> = {
	"read:clients": "Your clients, with their contact details and notes",
	"write:clients":
		"Add, import, change, block, merge and delete clients, and erase all that is held about them. A deleted client’s ideas and coming appointments go along",
	"read:appointments": "Your appointments and free times",
	"write:appointments":
		"Book, change, move, complete, cancel and delete appointments, and note cancellation fees and deposits. A move mails the client",
	"read:leads": "Your leads, what they wrote and their pictures",
	"write:leads":
		"Add, change, archive and delete leads and their pictures, make clients of them, and confirm or decline booking requests",
	"read:ideas": "Your clients’ tattoo ideas and pictures, health notes included",
	"write:ideas": "Add, change, archive and delete tattoo ideas and their pictures",
	"read:forms": "Your forms",
	"write:forms": "Create, change and delete forms, those of your booking page included",
	"read:form_submissions": "Answers, pictures and signatures in your forms",
	"write:form_submissions":
		"Send in answers and pictures to your forms and sign them for clients, which can make clients, leads and ideas, change pictures, and delete answers and pictures",
	"read:artists": "Your artists and their working hours",
	"write:artists":
		"Add, change, deactivate and delete artists and their pictures, and set their working hours, the times when they are away, their external calendar and the secret address of their own",
	"read:shops": "Your shops",
	"write:shops": "Add, change and delete shops, and set the secret address of their calendar",
	"read:webhook_endpoints": "The addresses to which your events are sent",
	"write:webhook_endpoints":
		"Set up, test, change and delete the addresses to which your events are sent with all their data, and replace and end their secrets",
	"read:deliveries": "Everything that was sent to your webhook endpoints",
	"write:deliveries": "Send events to your webhook endpoints again",
	"read:automation": "New clients, leads, appointments and answers, and any client by their email, for automations",
	"write:automation":
		"Set up and end automations that send what happens in your studio elsewhere, replace their secrets, add clients and leads, and read any client’s whole record by their email",
	"read:event_types": "The services that can be booked with your artists",
	"read:events": "Everything that happens in your studio, as it happens",
	"read:audit_log": "Every change in your studio, by whom it was made, and from where",
};

const wordsOf = (scope: string): string => scopeWords[scope as Scope] ?? scope;

export const groupedScopeWords = (scopes: string[]): { read: string[]; write: string[] } => ({
	read: scopes.filter((scope) => scope.startsWith("read:")).map(wordsOf),
	write: scopes.filter((scope) => scope.startsWith("write:")).map(wordsOf),
});
