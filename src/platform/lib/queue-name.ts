/** Whether a queue is the one of this name. An installation may begin the names of its queues with its own. */
export const isQueue = (queue: string, name: string): boolean => queue === name || queue.endsWith(`-${name}`);
