import { ownValue } from '../platform/own-properties.js';
import type { Result } from '../result/result.js';
import { sourceOf } from '../wire/body-source.js';
import type { Decoded } from '../wire/decoded.js';
import type { OpenBody } from '../wire/response-reader.js';
import type { Attempt } from './attempt.js';
import { exchange } from './exchange.js';
import { thrownAs } from './facts.js';
import { type Again, isMadeFor, OpenResponse } from './open-response.js';
import { OpenedBodies } from './opened-bodies.js';
import { requireResponse } from './require-response.js';

/** What reads the answers of an endpoint. */
export interface Reading {
  /** Makes data of a response, or the facts of an error. Never rejects. */
  decode(body: OpenBody): Promise<Decoded>;
}

/** The innermost step of an attempt: gets the response, from the network or from whom it is shared with, and reads it. */
export class ResponseReading {
  readonly #reading: Reading;
  readonly #again: Again;

  /** @param again Makes a request anew whose stream goes on. */
  constructor(reading: Reading, again: Again) {
    this.#reading = reading;
    this.#again = again;
  }

  /** Never rejects. */
  readonly read = async (attempt: Attempt): Promise<Result<unknown>> => {
    const { call, cutoff, shared } = attempt;
    try {
      const response = await (shared?.response ?? exchange(attempt, cutoff?.signal));
      requireResponse(response, 'fetch');
      const source = shared?.read ?? sourceOf(response);
      const body = new OpenResponse(response, attempt, source, this.#again);
      return response.ok && call.request.streams
        ? await this.#open(body, attempt)
        : this.#resultOf(await this.#reading.decode(body), response, attempt);
    } catch (thrown) {
      return call.fail(thrownAs('network', thrown));
    }
  };

  /** A body that stays open when the call has come home. */
  async #open(body: OpenResponse, attempt: Attempt): Promise<Result<unknown>> {
    const { call } = attempt;
    const { response } = body;
    call.opened ??= new OpenedBodies(call);
    if (!call.opened.add(attempt, body)) return call.fail(thrownAs('abort', body.interruption?.reason));
    const decoded: Decoded = call.continues
      ? { data: body, kind: undefined }
      : await this.#reading.decode(body);
    return this.#resultOf(decoded, response, attempt);
  }

  #resultOf(decoded: Decoded, response: Response, attempt: Attempt): Result<unknown> {
    const { call } = attempt;
    if (!decoded.kind) return { data: decoded.data, error: null, response, retry: call.retry };
    attempt.failedAlone = decoded.bySchema === true;
    const made = ownValue(decoded, 'error');
    if (made && isMadeFor(call, made)) {
      const isAnswer = made.kind === 'http' || made.kind === 'parse';
      return { data: null, error: made, response: isAnswer ? response : null, retry: call.retry };
    }
    const { status, statusText, headers } = response;
    return call.fail({ status, statusText, headers, ...decoded }, response);
  }
}
