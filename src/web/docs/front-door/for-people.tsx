import pictures from "./pictures.json";

type Name = keyof typeof pictures;

interface Props {
	name: Name;
	alt: string;
}

/** The sides stand in the page, so nothing moves while the picture loads. */
const Picture = ({ name, alt }: Props) => {
	const { light, dark, width, height } = pictures[name];
	return (
		<picture class={`of-${name}`}>
			<source media="(prefers-color-scheme: dark)" srcset={dark} type="image/avif" />
			<img src={light} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
		</picture>
	);
};

export const ForPeople = () => (
	<section class="people" aria-labelledby="people">
		<div class="words">
			<h2 id="people">Pages for people are part of it</h2>
			<p>
				Clients find a free time and book it without an account. The studio sees its week, its clients, and each request
				and delivery of your integration. Both use the operations of the API, with its rules.
			</p>
			<p class="on">
				<a href="/docs/booking">How booking works</a>
				<a href="/dashboard">Open the dashboard</a>
			</p>
		</div>
		<div class="views">
			<Picture
				name="calendar"
				alt="The calendar of a studio's day: its artists side by side, with working hours, appointments and free times."
			/>
			<Picture name="booking" alt="The booking page of an artist on a phone: free days and times of a month." />
		</div>
	</section>
);
