interface Workplace {
	shop: { name: string } | null;
	studio: { name: string };
}

/** Where the artist works: one name on all pages and, as `at`, in the mails. */
export const workplaceName = ({ shop, studio }: Workplace): string => shop?.name ?? studio.name;
