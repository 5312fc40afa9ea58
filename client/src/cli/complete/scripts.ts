export const shells = ["bash", "zsh", "fish"] as const;

// The scripts ask the program for the candidates, so they stay correct when the program changes.
const scripts: Record<(typeof shells)[number], string> = {
	bash: `_tattoo_studio() {
	local IFS=$'\\n'
	COMPREPLY=($(tattoo-studio __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
	if [ \${#COMPREPLY[@]} -eq 0 ]; then compopt -o default; fi
}
# A colon or an equals sign would break a word in two.
COMP_WORDBREAKS=\${COMP_WORDBREAKS//[:=]/}
complete -F _tattoo_studio tattoo-studio`,
	zsh: `#compdef tattoo-studio
_tattoo_studio() {
	local -a lines
	lines=("\${(@f)$(tattoo-studio __complete "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
	local -a described
	local line
	for line in $lines; do
		[[ -n $line ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
	done
	if (( \${#described} )); then _describe 'tattoo-studio' described; else _files; fi
}
if [ "$funcstack[1]" = "_tattoo-studio" ]; then _tattoo_studio "$@"; else compdef _tattoo_studio tattoo-studio; fi`,
	fish: `function __tattoo_studio_complete
	set -l words (commandline -opc) (commandline -ct)
	tattoo-studio __complete $words[2..-1] 2>/dev/null
end
complete -c tattoo-studio -f -a '(__tattoo_studio_complete)'`,
};

export const scriptFor = (shell: string): string | undefined =>
	shells.some((known) => known === shell) ? scripts[shell as "bash"] : undefined;
