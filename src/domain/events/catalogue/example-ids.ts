export const ids = {
	tenant: "ten_0199044a4400744a9fb4f20a3dea5fd9",
	user: "usr_0199044a578875549f77aead4d62db4c",
	shop: "shp_019909b54a2072d99a67458ee0773ce6",
	artist: "art_019909b9de007a2d957f7e1fdd2f4409",
	newArtist: "art_019cebe55040734e92bc3ceb3e7bb31e",
	form: "frm_0199337f3a007caa937fc74bc9ade512",
	eventType: "ety_019933b6288078039aee2275970c4960",
	client: "cli_019c7bf0e9c079229f0843b898ba44a6",
	mergedClient: "cli_019caed9430071c49b1d7b2bbe18fc98",
	lead: "led_019c7bf0e9c0786394e95268f5ec6307",
	idea: "ide_019c7fe06ba070b99d7c5277a7a741fd",
	appointment: "apt_019caed9430071c49b1d7b2bbe18fc98",
	submission: "fsb_019cebe55040747a9b3e9cd37390a1dc",
	import: "imp_019cebe5504073599b3e9cd37390a2aa",
	export: "exp_019cebe5504073599b3e9cd37390a3ef",
	picture: "pic_019cebe5504073599b3e9cd37390a1dc",
	payment: "pay_019cebe5504079b694de704f973f7f2e",
	refund: "rfd_019cebe550407ba698124c770cd22abe",
	payout: "pyo_019cebe550407acb93ba83cd10071169",
	deposit: "dep_019cebe550407c2d9dfcabbfb1b604db",
	message: "msg_019cebe55040734e92bc3ceb3e7bb31e",
	conversation: "cnv_019c7bf0e9c079229f0843b898ba44a6",
	bookingLink: "bkl_019cebe550407bd99a783b3c2e63fd7e",
	event: "evt_019cebe550407bd99a783b3c2e63fd7e",
	webhookEndpoint: "whe_019c7bf0-e9c0-7922-9f08-43b898ba44a6",
	timeBlock: "tbl_019cebe55040793e92bc3ceb3e7bb31e",
	hook: "hok_019cebe550407a3e92bc3ceb3e7bb31e",
	apiKey: "key_019c7bf0e9c07c229f0843b898ba44a6",
	auditEntry: "aud_019cebe55040744e92bc3ceb3e7bb31e",
	request: "req_019cebe55040714e92bc3ceb3e7bb31e",
	delivery: "wbd_019cebe550407c2d9dfcabbfb1b604db",
};

/** The time at which each example is sent. */
export const now = "2026-03-14T10:30:00.000Z";

/** The time at which the record in an example was created. */
export const earlier = "2026-03-02T14:00:00.000Z";
