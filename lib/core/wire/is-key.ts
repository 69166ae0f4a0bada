/**
 * Whether an idempotency key is one. An empty one keeps nothing apart, nor do commas alone, which are what several empty
 * ones are joined to.
 */
export const isKey = (text: string | null | undefined): boolean => /[^\s,]/.test(text ?? '');
