import type { ApiError, ErrorOf } from 'homing';
import type { Api } from './api.js';

/** What went wrong, for whoever can do nothing about it but wait or log in. */
export function Failure({ error: { kind, status } }: { error: ApiError }) {
  const isAway = kind === 'network' || kind === 'timeout' || status >= 500;
  return (
    <p className="failure" role="alert">
      {status === 401
        ? 'Please log in first.'
        : isAway
          ? 'The library does not answer.'
          : `It failed (${kind} ${status}).`}
    </p>
  );
}

interface FieldFailureProps {
  /** Of an endpoint that says what a 422 holds. */
  readonly error: ErrorOf<Api['rename']>;
  /** The field beside which this is shown. */
  readonly field: string;
}

/** What the server says of a field; the rest as it is anywhere else. */
export function FieldFailure({ error, field }: FieldFailureProps) {
  // The status tells the bodies apart: this one is an `Invalid`, or null where it was no JSON.
  if (error.status !== 422) return <Failure error={error} />;
  return (
    <p className="failure" role="alert">
      {error.body?.fields[field] ?? 'That was refused.'}
    </p>
  );
}
