/** What the first of a response's errors says; undefined where there is none that says something. */
export const firstMessage = (errors: unknown): unknown =>
  Array.isArray(errors)
    ? (errors as ({ readonly message?: unknown } | null | undefined)[])[0]?.message
    : undefined;
