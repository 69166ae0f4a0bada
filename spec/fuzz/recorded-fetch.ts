import type { Result } from '../../lib/index.js';
import { ENDPOINT_HEADER } from './clients.js';
import type { Scenario } from './plans.js';
import { makeReply } from './replies.js';
import type { Sent } from './report.js';
import { type VirtualTime, userKeyOf } from './virtual-time.js';

/** The request that a response describes. */
export interface Echo {
  /** The number of the request in the scenario. */
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  /** As a string; null for none. */
  readonly body: string | null;
}

/** The echo in a Result, if any. */
export const echoIn = (result: Result<unknown>): Echo | undefined => {
  const { echo } = Object(result.data) as { echo?: Echo };
  return echo;
};

/** A copy of it, which later changes of the data don't affect. */
export const copiedEcho = (result: Result<unknown>): Echo | undefined => {
  const echo = echoIn(result);
  return echo && { ...echo };
};

/** The body as fetch receives it. Only strings and bytes can be read synchronously. */
const bodyText = (body: unknown): string | null => {
  if (body == null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  if (body instanceof FormData) return JSON.stringify([...body]);
  if (body instanceof ArrayBuffer) return new TextDecoder().decode(body);
  return ArrayBuffer.isView(body) ? new TextDecoder().decode(body) : null;
};

const TRACING = /^(traceparent|x-trace)$/;

/** Only comparable options, without the signal. */
const keyOf = (
  url: string,
  { signal: _, headers: _h, body, ...init }: RequestInit,
  headers: Headers,
): string | undefined => {
  const values = Object.entries(init).filter(([, value]) => value !== undefined) as [string, unknown][];
  const isComparable =
    (body === null || typeof body === 'string') &&
    values.every(([, value]) => value === null || /^(st|nu|bo)/.test(typeof value));
  if (!isComparable) return undefined;
  const parts = values.map(([name, value]) => `${name} ${String(value)}`);
  return JSON.stringify([url, body, parts, [...headers].filter(([name]) => !TRACING.test(name))]);
};

const isInFlight = ({ settled, init }: Sent): boolean => !settled && !init.signal?.aborted;

/** The scenario's network. Each request gets the next reply, and is recorded. */
export class RecordedFetch {
  readonly sent: Sent[] = [];
  readonly #scenario: Scenario;
  readonly #time: VirtualTime;
  readonly #reach: (name: string) => void;
  readonly #onSent: () => void;

  /** @param onSent Called while a request is being sent. */
  constructor(scenario: Scenario, time: VirtualTime, reach: (name: string) => void, onSent: () => void) {
    this.#scenario = scenario;
    this.#time = time;
    this.#reach = reach;
    this.#onSent = onSent;
  }

  /** The number of open requests that are not aborted. */
  get inFlight(): number {
    return this.sent.filter(isInFlight).length;
  }

  /** The fetch for the client. Not a method, because its `this` is checked. */
  get fetch(): (url: string, init: RequestInit) => Promise<Response> {
    const answer = (self: unknown, url: string, init: RequestInit): unknown => this.#answer(self, url, init);
    return function (this: unknown, url, init) {
      return answer(this, url, init) as Promise<Response>;
    };
  }

  #answer(self: unknown, url: string, init: RequestInit): unknown {
    const { replies } = this.#scenario;
    const reply = replies[this.sent.length % replies.length]!;
    this.#reach(`reply ${reply.does}`);
    const headers = new Headers(init.headers);
    const sent = this.#record(self, url, init, headers);
    this.#onSent();
    const settled = (): void => {
      sent.settled = true;
      sent.settledAt = this.#time.now;
      sent.forget?.();
    };
    try {
      const echo = {
        number: this.sent.length,
        method: String(init.method),
        url,
        authorization: headers.get('authorization'),
        body: sent.text,
      };
      const answer = makeReply(reply, { echo, signal: init.signal ?? null, time: this.#time });
      Promise.resolve(answer).then(settled, settled);
      return answer;
    } catch (thrown) {
      settled();
      throw thrown;
    }
  }

  #record(self: unknown, url: string, init: RequestInit, headers: Headers): Sent {
    const endpoint = headers.get(ENDPOINT_HEADER);
    const joins = endpoint && this.#scenario.endpoints[Number(endpoint.slice(1))]?.joins;
    const copy = String(headers.get('x-copy'));
    const key = joins === 'share' ? keyOf(url, init, headers) : undefined;
    const line = joins === 'dedupe' && copy !== 'alone' ? `${endpoint} ${copy}` : undefined;
    const isBeside = (other: Sent): unknown =>
      isInFlight(other) && ((key && key === other.key) || (line && line === other.line));
    const besides = this.sent.filter(isBeside).length;
    const asker = userKeyOf.current;
    const sent: Sent = {
      at: this.#time.now,
      url,
      init,
      text: bodyText(init.body),
      self,
      key,
      line,
      besides,
      asker,
      joins: joins === 'share',
      isLate: asker !== undefined && (asker.isOver() || this.#time.now > asker.endsAt),
      settled: false,
    };
    const abort = (): void => {
      sent.abortedAt = this.#time.now;
    };
    init.signal?.addEventListener('abort', abort);
    sent.forget = () => init.signal?.removeEventListener('abort', abort);
    this.sent.push(sent);
    return sent;
  }
}
