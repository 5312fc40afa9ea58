export const picturesPath = (record: string): string => `${record}/pictures`;

export const picturePath = (record: string, id: string): string => `${picturesPath(record)}/${id}`;
