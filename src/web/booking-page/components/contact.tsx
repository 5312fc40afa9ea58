export interface Contact {
	email: string | null;
	phone: string | null;
}

export const ContactLinks = ({ shop }: { shop: Contact | null }) => {
	const { email, phone } = shop ?? {};
	if (!email && !phone) return null;
	return (
		<>
			: {email && <a href={`mailto:${email}`}>{email}</a>}
			{email && phone && " or "}
			{phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>}
		</>
	);
};
