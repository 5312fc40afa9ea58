import { type ExportRoom, maxKept } from "../../../domain/exports/operations.ts";
import type { ExportProgress } from "../../../domain/exports/progress.ts";
import type { Export } from "../../../domain/exports/schema.ts";
import { Badge, Facts, Pager, Panel, PostButton, Title, type Tone } from "../../ui/components/elements.tsx";
import { Live } from "../../ui/components/live.tsx";
import { Table } from "../../ui/components/table.tsx";
import { Alarm } from "../../ui/layout.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { sizeInWords } from "../components/words.ts";
import { FormId } from "../forms/form-id.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { exportPath, path } from "./paths.ts";

/** It goes with the end of the export. */
const begun = { begun: "The export has begun. You can leave this page and come back to it." };

const ended = {
	cancelled: "The export has been cancelled. There is no file of it.",
};

interface Props {
	visit: Visit;
	exports: Export[];
	room: ExportRoom;
	/** The address of the newest exports, on a page of older ones. */
	first: string | undefined;
	next: string | undefined;
	alarm: string | undefined;
}

export const ExportPage = (props: Props) => {
	const { visit, room, alarm } = props;
	return (
		<>
			<Title
				text="Export the studio"
				lead="Take along everything that your studio has here, as one file that you can read without this product."
				back={{ href: visit.to("/dashboard/account"), text: "Account" }}
			/>
			<DoneNote visit={visit} words={ended} />
			{alarm && <Alarm>{alarm}</Alarm>}
			<Live what="exports" on={room.underWay !== undefined}>
				{room.underWay && <DoneNote visit={visit} words={begun} />}
				{room.underWay && <UnderWay visit={visit} of={room.underWay} />}
				<NewExport visit={visit} room={room} />
				<Ended {...props} />
				<File />
			</Live>
		</>
	);
};

const number = (count: number): string => count.toLocaleString("en-GB");

const phases: Record<ExportProgress["phase"], string> = {
	waiting: "The export waits for its turn.",
	records: "The service reads the records of your studio.",
	pictures: "All records are read. The service copies the pictures.",
	files: "The service writes the files of records.",
	directory: "The file is nearly done.",
};

const UnderWay = ({ visit, of }: { visit: Visit; of: ExportProgress }) => (
	<Panel
		title="Export under way"
		lead={phases[of.phase]}
		actions={<PostButton action={visit.to(`${exportPath(of.id)}/cancel`)}>Cancel</PostButton>}
	>
		<Facts
			pairs
			of={[
				["Records", `${number(of.records)} read`],
				["Pictures", `${number(of.pictures)} copied`],
				["Files", `${of.files} of ${of.filesInAll} written`],
				["Began", <LocalTime at={of.createdAt} zone={visit.studio.timezone} />],
			]}
		/>
	</Panel>
);

const NewExport = ({ visit, room: { underWay, fullUntil } }: Pick<Props, "visit" | "room">) => (
	<Panel title="New export">
		<p class="narrow">
			{underWay ? (
				"Only one export can be under way. Begin the next one when this one is done, or cancel it."
			) : fullUntil !== null ? (
				<>
					{maxKept} exports have a file, and a studio can have no more. The first file goes on{" "}
					<LocalTime at={fullUntil} zone={visit.studio.timezone} />.
				</>
			) : (
				"The service makes the file in steps, which takes minutes if you have many records and pictures. You find it here for seven days."
			)}
		</p>
		<form method="post" action={visit.to(path)}>
			{underWay || fullUntil !== null ? (
				<button class="primary" type="submit" disabled>
					Begin export
				</button>
			) : (
				<>
					<FormId />
					<button class="primary" type="submit">
						Begin export
					</button>
				</>
			)}
		</form>
	</Panel>
);

const states: Record<Export["status"], [tone: Tone, word: string]> = {
	PENDING: ["info", "Waiting"],
	RUNNING: ["info", "Under way"],
	DONE: ["good", "Done"],
	CANCELLED: ["plain", "Cancelled"],
	EXPIRED: ["plain", "Expired"],
	FAILED: ["bad", "Failed"],
};

const Ended = ({ visit, exports, first, next }: Props) => {
	const ended = exports.filter(({ finished_at }) => finished_at !== null);
	if (ended.length === 0 && !first && !next) return null;
	const zone = visit.studio.timezone;
	return (
		<Panel title="Exports of the last 30 days">
			<Table
				label="Exports"
				rows={ended}
				columns={[
					{ head: "Began", kind: "lead", cell: ({ created_at }) => <LocalTime at={created_at} zone={zone} /> },
					{
						head: "State",
						kind: "short",
						cell: ({ status }) => {
							const [tone, word] = states[status];
							return <Badge tone={tone}>{word}</Badge>;
						},
					},
					{
						head: "Size",
						kind: "number",
						cell: ({ size_bytes }) => (size_bytes === null ? "–" : sizeInWords(size_bytes)),
					},
					{ head: "File", cell: (one) => <FileWords of={one} zone={zone} /> },
					{
						head: "Actions",
						kind: "end",
						cell: ({ id, url }) =>
							url !== null && (
								<a class="button" href={visit.to(`${exportPath(id)}/download`)}>
									Download
								</a>
							),
					},
				]}
			/>
			<Pager first={first} next={next} />
		</Panel>
	);
};

const FileWords = ({ of: { status, error, expires_at }, zone }: { of: Export; zone: string }) => {
	switch (status) {
		case "DONE":
			return (
				<>
					Here until <LocalTime at={expires_at} zone={zone} />
				</>
			);
		case "EXPIRED":
			return (
				<>
					Gone since <LocalTime at={expires_at} zone={zone} />
				</>
			);
		case "FAILED":
			return <>There is none. {error}</>;
		default:
			return <>There is none.</>;
	}
};

const File = () => (
	<Panel
		title="The file"
		lead={
			<>
				It is a ZIP. <a href="/docs/moving-out">The guide</a> shows how to check that it is whole, and how to read it.
			</>
		}
	>
		<Facts
			of={[
				[
					"Records",
					"A file for each kind: clients, leads, ideas, appointments, forms and what was filled in, artists, shops, event types, time blocks, imports, webhook endpoints and deliveries, events, deletions and the audit log. Each is NDJSON, a text with one record on each line, as the API shows it. Nothing is missing that was there when the export began.",
				],
				["Tables", "clients.csv and appointments.csv, which Excel, Numbers and other spreadsheets open."],
				["Pictures", "All pictures of ideas, leads, artists and filled-in forms, with their captions."],
				[
					"Manifest",
					"manifest.json has the number of records, the size and the SHA-256 hash of each file. They show that nothing is missing and nothing was changed.",
				],
				["Left out", "Keys, passwords and secrets."],
				[
					"How long",
					"The file stays here for seven days, for as many downloads as you like. It goes earlier if you erase a client, because it holds that person’s data.",
				],
				[
					"Links",
					"Each download gets a new link, which opens without a password for an hour. Give it to nobody, because the file holds the data of all your clients.",
				],
			]}
		/>
	</Panel>
);
