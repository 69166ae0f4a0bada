import { ownValue } from '../platform/own-properties.js';
import type { Result } from '../result/result.js';
import type { UnreadBody } from '../wire/body-readers.js';
import { sourceOf } from '../wire/body-source.js';
import type { Decoded } from '../wire/decoded.js';
import type { OpenBody } from '../wire/response-reader.js';
import type { Attempt } from './attempt.js';
import { exchange, noteRefusal } from './exchange.js';
import { thrownAs } from './facts.js';
import { type Again, OpenResponse } from './open-response.js';
import { OpenedBodies } from './opened-bodies.js';
import { requireResponse } from './require-response.js';
import type { Next } from './stage.js';

/** What reads the answers of an endpoint. */
export interface Reading {
  /**
   * Makes data of a response, or the facts of an error. Never rejects.
   *
   * @param body Open where the endpoint has a reader of its own and the response is a 2xx.
   */
  decode(body: UnreadBody | OpenBody): Promise<Decoded>;
}

const resultOf = (decoded: Decoded, response: Response, attempt: Attempt): Result<unknown> => {
  const { call } = attempt;
  if (!decoded.kind) {
    call.lastFailure = undefined;
    return { data: decoded.data, error: null, response, retry: call.retry };
  }
  attempt.failedAlone = ownValue(decoded, 'bySchema') === true;
  const made = ownValue(decoded, 'error');
  if (made && call.opened?.errors.has(made)) {
    const isAnswer = made.kind === 'http' || made.kind === 'parse';
    return attempt.failedWith({
      data: null,
      error: made,
      response: isAnswer ? response : null,
      retry: call.retry,
    });
  }
  // A body that can't be read to its end: the connection failed, and there is no answer.
  if (decoded.kind === 'network') return attempt.fail(decoded);
  const { status, statusText, headers } = response;
  return attempt.fail({ status, statusText, headers, ...decoded }, response);
};

/**
 * The innermost step of an attempt: gets the response, from the network or from whom it is shared with, and reads it.
 * Never rejects.
 *
 * @param again Makes a request anew whose stream goes on.
 */
export const readAttempt =
  (reading: Reading, again: Again): Next<Attempt> =>
  async (attempt) => {
    const { call, cutoff, shared } = attempt;
    try {
      const response = await (shared?.response ?? exchange(attempt, cutoff?.signal));
      requireResponse(response, 'fetch');
      const read = shared?.read ?? sourceOf(response);
      let body: UnreadBody = { response, read };
      if (response.ok && call.request.streams) {
        // It stays open when the call has come home.
        const opened = (call.opened ??= new OpenedBodies(call));
        const open = new OpenResponse(response, attempt, read, opened, again);
        if (!opened.add(attempt, open)) return call.fail(thrownAs('abort', open.interruption?.reason));
        body = open;
      }
      const isNext = response.ok && call.continues;
      return resultOf(
        isNext ? { data: body, kind: undefined } : await reading.decode(body),
        response,
        attempt,
      );
    } catch (thrown) {
      noteRefusal(thrown, attempt);
      return attempt.fail(thrownAs('network', thrown));
    }
  };
