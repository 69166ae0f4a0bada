/** Each place where the error of an OAuth client has the `error` that the server gave: RFC 6749, 5.2. */
interface GrantError {
  readonly error?: unknown;
  readonly body?: { readonly error?: unknown };
  readonly cause?: { readonly error?: unknown };
}

/** Whether what was thrown says that the grant is of no use any more. An `ApiError` says so by its body. */
export function isInvalidGrant(thrown: unknown): boolean {
  try {
    const { error, body, cause } = thrown as GrantError;
    return [error, body?.error, cause?.error].includes('invalid_grant');
  } catch {
    return false;
  }
}
