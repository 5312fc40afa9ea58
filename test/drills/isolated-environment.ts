// Vitest sets BASE_URL for web pages. To `npm start` it would be the address of the service.
delete process.env.BASE_URL;
