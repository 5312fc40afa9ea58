/** The unchanged file of the package @scalar/api-reference (vendor/README.md). */
export const scalar = {
	version: "1.72.1",
	file: "/scalar/standalone.js",
	integrity: "sha384-U11tb2XnKvmwt8RlTvnwUnYgrN+ur4Xyh9htLhjajWNR/Oyl5AX5DEz00qRmlrmK",
};

export const scalarPath = `/assets/scalar.${scalar.version}.js`;
