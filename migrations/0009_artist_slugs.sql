-- Of artists who share a slug, the earliest keeps it. The others get the numbers after the highest that any slug
-- made from it has. A slug that is an address of the service itself gets a number too.
UPDATE artists SET slug = renamed.slug, updated_at = artists.updated_at + 1, revision = artists.revision + 1
FROM (
	SELECT a.id, a.slug || '-' || (
		(SELECT coalesce(max(CAST(substr(o.slug, length(a.slug) + 2) AS INTEGER)), 1) FROM artists o WHERE o.slug GLOB a.slug || '-[0-9]*')
		+ row_number() OVER (PARTITION BY a.slug ORDER BY a.id)
	) AS slug
	FROM artists a
	WHERE EXISTS (SELECT 1 FROM artists e WHERE e.slug = a.slug AND e.id < a.id) OR a.slug IN (
		'admin', 'api', 'app', 'assets', 'book', 'booking', 'bookings', 'cdn-cgi', 'client', 'dashboard', 'docs', 'errors',
		'favicon', 'healthz', 'help', 'invitations', 'legal', 'llms', 'login', 'logout', 'manage', 'me', 'oauth', 'openapi',
		'password', 'privacy', 'reference', 'robots', 'sign-in', 'sign-out', 'sign-up', 'sitemap', 'static', 'status',
		'support', 'terms', 'v1', 'v2', 'webhooks', 'well-known', 'www'
	)
) AS renamed
WHERE artists.id = renamed.id;--> statement-breakpoint
CREATE UNIQUE INDEX `artists_slug_everywhere` ON `artists` (`slug`);