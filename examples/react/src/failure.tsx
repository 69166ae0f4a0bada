import type { ApiError, ErrorOf } from 'homing';
import type { Api } from './api.js';

/** An error message for failures that the user can't fix, except by waiting or logging in. */
export function Failure({ error: { kind, status } }: { error: ApiError }) {
  const isAway = kind === 'network' || kind === 'timeout' || status >= 500;
  return (
    <p className="failure" role="alert">
      {status === 401
        ? 'Please log in first.'
        : isAway
          ? 'The library did not respond.'
          : `The request failed (${kind} ${status}).`}
    </p>
  );
}

interface FieldFailureProps {
  /** The error of an endpoint that declares the body of a 422. */
  readonly error: ErrorOf<Api['rename']>;
  /** The field next to which the message is shown. */
  readonly field: string;
}

/** The server's message for a field. Other errors are shown like everywhere else. */
export function FieldFailure({ error, field }: FieldFailureProps) {
  // The type of the body depends on the status. For a 422, it is an `Invalid`, or null if it wasn't JSON.
  if (error.status !== 422) return <Failure error={error} />;
  return (
    <p className="failure" role="alert">
      {error.body?.fields[field] ?? 'This value is invalid.'}
    </p>
  );
}
