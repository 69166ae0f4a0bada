import { type ApiError, bare, type Interruption, type OpenBody, timeoutError } from '../../core/seats.js';
import type { Reading } from './connection.js';
import type { Format } from './format.js';
import { TooLarge } from './framing.js';

/** A limit of the stream's own has passed. */
export const timeoutBy = (sentence: string): Interruption => ({
  kind: 'timeout',
  reason: timeoutError(sentence),
});

/** What a connection ended with. */
export type Ended = Exclude<Reading, { type: 'items' }>;

/** What the end of a connection means for its stream. */
export interface ConnectionEnd {
  /** Undefined for a good end. */
  readonly error?: ApiError | undefined;
  /** Ends the request, where it isn't over by itself. */
  readonly why?: Interruption;
}

/** @param idleTimeout Milliseconds, for the message. */
export function connectionEnd(
  ended: Ended,
  body: OpenBody,
  { hasEndMark, failure }: Pick<Format<never, unknown>, 'hasEndMark' | 'failure'>,
  idleTimeout: number,
): ConnectionEnd {
  if (ended.type === 'idle') {
    const ms = String(idleTimeout);
    const why = timeoutBy(`Nothing came for ${ms} ms.`);
    return { error: body.error('timeout', why.reason, `was silent for ${ms} ms`), why };
  }
  if (ended.type === 'failed') {
    const { thrown } = ended;
    const why: Interruption = { kind: 'abort', reason: thrown };
    if (TooLarge.is(thrown)) return { error: body.error('parse', thrown, thrown.message), why };
    return { error: failure ?? body.error('network', thrown), why };
  }
  const error =
    failure ?? (hasEndMark ? body.error('network', null, 'ended before its end mark') : undefined);
  return bare<ConnectionEnd>({ error });
}
