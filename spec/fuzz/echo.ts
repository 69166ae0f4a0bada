import type { Result } from '../../lib/index.js';

/** What a request was, as its answer tells. */
export interface Echo {
  /** Which of the scenario's requests it was. */
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  /** As a text; null for none. */
  readonly body: string | null;
}

/** The echo that a Result came home with, if it did. */
export const echoIn = (result: Result<unknown>): Echo | undefined => {
  const { echo } = Object(result.data) as { echo?: Echo };
  return echo;
};

/** The same, out of reach of whoever changes the data later. */
export const copiedEcho = (result: Result<unknown>): Echo | undefined => {
  const echo = echoIn(result);
  return echo && { ...echo };
};

/** A body as it is when fetch gets it; only texts and bytes can be read without waiting. */
export const bodyText = (body: unknown): string | null => {
  if (body == null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  if (body instanceof FormData) return JSON.stringify([...body]);
  if (body instanceof ArrayBuffer) return new TextDecoder().decode(body);
  return ArrayBuffer.isView(body) ? new TextDecoder().decode(body) : null;
};
