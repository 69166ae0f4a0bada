/** Whether this is an object, and no function and not null. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
