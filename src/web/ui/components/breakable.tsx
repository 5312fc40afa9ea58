/** A text whose line may break before `@` and `/`, and after the dot of an event type. */
export const Breakable = ({ text }: { text: string }) => (
	<>
		{text.split(/(?=@)|(?<=\w)(?=\/)|(?<=^\w+\.)(?=\w+$)/).map((part, n) =>
			n === 0 ? (
				part
			) : (
				<>
					<wbr />
					{part}
				</>
			),
		)}
	</>
);
