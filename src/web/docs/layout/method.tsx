/** The method of a request in its colour. */
export const Method = ({ name }: { name: string }) => <span class={`method ${name.toLowerCase()}`}>{name}</span>;
