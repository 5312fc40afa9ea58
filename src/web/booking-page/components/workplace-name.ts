interface Workplace {
	shop: { name: string } | null;
	studio: { name: string };
}

/** The name of the shop, or else of the studio. The pages use it, and the mails as `at`. */
export const workplaceName = ({ shop, studio }: Workplace): string => shop?.name ?? studio.name;
