import type { FetchLike } from '../../lib/index.js';
import { jsonResponse } from '../../lib/entries/testing.js';

export const ISSUER = 'https://login.test';
export const METADATA = { issuer: ISSUER, token_endpoint: `${ISSUER}/token` };
export const BEARER = { access_token: 'A', token_type: 'Bearer' };

/** A response as JSON, a Response, or a function that creates one. */
type Answer = object | Response | FetchLike;

/** A request to an authorization server. */
export interface Sent {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: Headers;
  readonly body: URLSearchParams;
}

/** An authorization server that sends these responses in order, and repeats the last. */
export const answering = (...answers: Answer[]): { fetch: FetchLike; sent: Sent[] } => {
  const sent: Sent[] = [];
  const fetch: FetchLike = async (url, init) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]!;
    sent.push({
      method: init.method,
      url,
      headers: new Headers(init.headers),
      body: new URLSearchParams(init.body as URLSearchParams),
    });
    if (typeof answer === 'function') return (answer as FetchLike)(url, init);
    return answer instanceof Response ? answer.clone() : jsonResponse(answer);
  };
  return { fetch, sent };
};

export const signalOf = (): AbortSignal => new AbortController().signal;
