import type { FetchLike } from '../../lib/index.js';
import { jsonResponse } from '../../lib/entries/testing.js';

export const ISSUER = 'https://login.test';
export const METADATA = { issuer: ISSUER, token_endpoint: `${ISSUER}/token` };
export const BEARER = { access_token: 'A', token_type: 'Bearer' };

/** An answer as JSON, a Response, or what makes one. */
type Answer = object | Response | FetchLike;

/** What an authorization server was sent. */
export interface Sent {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: Headers;
  readonly body: URLSearchParams;
}

/** An authorization server that gives these answers, one after the other, the last for all that follow. */
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
