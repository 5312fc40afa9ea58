interface Place {
	shop: { name: string } | null;
	studio: { name: string };
}

/** Where the artist works: one name on all pages and, as `at`, in the mails. */
export const placeName = ({ shop, studio }: Place): string => shop?.name ?? studio.name;
