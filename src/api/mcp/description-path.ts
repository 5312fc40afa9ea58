/** The build has made a file for each operation, from the API document. */
export const descriptionPath = (operationId: string): string => `/operations/${operationId}.json`;
