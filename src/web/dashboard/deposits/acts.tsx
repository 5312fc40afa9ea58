import type { Appointment } from "../../../domain/booking/appointments/schema.ts";
import type { Deposit } from "../../../domain/booking/deposits/schema.ts";
import { canBecome, type DepositStatus, eventsOfStatus } from "../../../domain/booking/deposits/transitions.ts";

interface Act {
	step: string;
	to: DepositStatus;
	verb: string;
	question: string;
	text: string;
	tone: "primary" | "danger";
	done: string;
}

/** The notes of the studio on a deposit, in the order of their buttons. */
export const acts: readonly Act[] = [
	{
		step: "pay",
		to: "HELD",
		verb: "Note the payment",
		question: "Has the client paid the deposit?",
		text: "The studio has the money. It counts towards the price when the appointment is completed.",
		tone: "primary",
		done: "The payment of the deposit has been noted.",
	},
	{
		step: "waive",
		to: "WAIVED",
		verb: "Waive",
		question: "Do without the deposit?",
		text: "The client need not pay it, and the appointment stays whatever the event type says of unpaid deposits. You can ask for it again later.",
		tone: "primary",
		done: "The deposit has been waived.",
	},
	{
		step: "ask_again",
		to: "REQUESTED",
		verb: "Ask again",
		question: "Ask for the deposit again?",
		text: "The deposit is due at the same time as before. If that has passed, the appointment is not cancelled for it any more.",
		tone: "primary",
		done: "The deposit is asked for again.",
	},
	{
		step: "apply",
		to: "APPLIED",
		verb: "Count towards the price",
		question: "Count the deposit towards the price now?",
		text: "The deposit ends here. That happens by itself when the appointment is completed, so you need it only for a deposit that you settle earlier.",
		tone: "danger",
		done: "The deposit counts towards the price.",
	},
	{
		step: "give_back",
		to: "REFUNDING",
		verb: "Give back",
		question: "Give the deposit back?",
		text: "The studio owes the money to the client until you note that it is given back. The appointment stays.",
		tone: "danger",
		done: "The deposit is to be given back.",
	},
	{
		step: "given_back",
		to: "REFUNDED",
		verb: "Given back",
		question: "Has the client got the deposit back?",
		text: "The client has the money. The deposit ends here.",
		tone: "danger",
		done: "The deposit has been given back.",
	},
	{
		step: "keep",
		to: "FORFEITED",
		verb: "Keep",
		question: "Keep the deposit?",
		text: "The studio keeps the money, and it does not count towards the price. The deposit ends here.",
		tone: "danger",
		done: "The studio keeps the deposit.",
	},
];

/** The acts that the API takes now. */
export const possibleActs = ({ status, end_at }: Appointment, deposit: Deposit, now: number): Act[] =>
	acts.filter(
		({ to }) =>
			canBecome(deposit.status, to) && (to !== "HELD" || (status === "SCHEDULED" && Date.parse(end_at) > now)),
	);

/** The events that programs get, and that the client hears nothing. */
export const Consequences = ({ to }: { to: DepositStatus }) => (
	<p class="dim">
		The client gets no mail. Programs that listen get the events{" "}
		{["appointment.updated", ...eventsOfStatus[to]].map((type, n, { length }) => (
			<>
				{n === 0 ? "" : n === length - 1 ? " and " : ", "}
				<code>{type}</code>
			</>
		))}
		. The service moves no money.
	</p>
);
