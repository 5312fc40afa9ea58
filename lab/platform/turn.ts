/** Lets everything else that is ready go on, as a call to another machine does. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
