/** Must be the first button of the form, because the Enter key presses the first one. */
export const DefaultButton = ({ verb }: { verb: string }) => (
	<button type="submit" class="hidden" tabindex={-1}>
		{verb}
	</button>
);
