// Runs the same sequence of exchanges through three caches.
import CachePolicy from 'http-cache-semantics';
import { cacheStores, Dispatcher, interceptors } from 'undici';
import { createApi, defineRequest } from '../../../dist/index.js';
import { cacheStatusOf, httpCacheMiddleware } from '../../../dist/http-cache.js';
import { BEGIN, sent } from './draw.mjs';

let now = BEGIN;

// undici and http-cache-semantics read the current time directly.
Date.now = () => now;

const clock = {
  now: () => now,
  ticks: () => now,
  setTimeout: () => 0,
  clearTimeout: () => undefined,
};

const BODILESS = [204, 205, 304];

const CONDITIONS = ['if-none-match', 'if-modified-since'];

/** The server of one case. It sends its responses in order, a 304 only to a conditional request. */
class Origin {
  #case;
  step = 0;
  asked = [];
  /** The status of the last response. */
  answered = undefined;

  constructor(given) {
    this.#case = given;
  }

  begin(step) {
    this.step = step;
    this.asked = [];
  }

  answer(headers) {
    this.asked.push(headers);
    const { status, headers: own } = this.#case.steps[this.step].answer;
    const isConditional = CONDITIONS.some((name) => name in headers);
    const is304 = status === 304 && isConditional;
    this.answered = is304 ? 304 : status === 304 ? 200 : status;
    if (is304) return { status, headers: sent(own), body: null };
    const given = status === 304 ? 200 : status;
    return { status: given, headers: sent(own), body: BODILESS.includes(given) ? null : String(this.step) };
  }
}

const find = defineRequest()({ method: 'GET', path: '/', responseType: 'text' });

const COMMON = { baseUrl: 'http://origin.test', requests: { find } };

/** homing's cache with a fetch in this process. */
function homing(mode, origin) {
  const fetch = async (_url, { headers }) => {
    const { status, headers: own, body } = origin.answer(Object.fromEntries(new Headers(headers)));
    if (status === 0) throw new TypeError('broken');
    return new Response(body, { status, headers: own });
  };
  const api = createApi({ ...COMMON, fetch, middleware: [httpCacheMiddleware({ mode, clock })] });
  return async (headers) => {
    const { data, error, response } = await api.find({}, { headers });
    if (!response) return undefined;
    const { status, headers: own } = response;
    const isBehind = cacheStatusOf(response).detail === 'stale-while-revalidate';
    return { status, headers: own, body: (error ? error.body : data) || '', isBehind };
  };
}

/** Replaces a connection. */
class Loopback extends Dispatcher {
  #origin;

  constructor(origin) {
    super();
    this.#origin = origin;
  }

  dispatch({ headers }, handler) {
    const given = this.#origin.answer(headers);
    const controller = { pause() {}, resume() {}, abort() {}, aborted: false, paused: false, reason: null };
    handler.onRequestStart(controller, {});
    if (given.status === 0) {
      handler.onResponseError(controller, new Error('broken'));
      return true;
    }
    handler.onResponseStart(controller, given.status, { ...given.headers }, '');
    if (given.body !== null) handler.onResponseData(controller, Buffer.from(given.body));
    handler.onResponseEnd(controller, {});
    return true;
  }
}

/** undici's cache interceptor with such a connection. */
function undici(mode, origin) {
  const cache = interceptors.cache({ type: mode, store: new cacheStores.MemoryCacheStore() });
  const dispatcher = new Loopback(origin).compose(cache);
  return (headers) =>
    new Promise((resolve) => {
      let got;
      const end = () => resolve(got && { ...got, isBehind: got.isBefore && origin.asked.length > 0 });
      const handler = {
        onRequestStart() {},
        onResponseStart(_controller, status, own) {
          got = { status, headers: new Headers(own), body: '', isBefore: origin.asked.length === 0 };
        },
        onResponseData(_controller, chunk) {
          got.body += chunk.toString();
        },
        onResponseEnd: end,
        onResponseError: () => resolve(undefined),
      };
      dispatcher.dispatch({ origin: COMMON.baseUrl, path: '/', method: 'GET', headers }, handler);
      // The interceptor doesn't notify this kind of handler about a request that must not be sent.
      if (!got && origin.asked.length === 0) resolve({ status: 504, headers: new Headers(), body: '' });
    });
}

/** The minimal cache from the documentation of http-cache-semantics. */
function semantics(mode, origin) {
  const options = { shared: mode === 'shared' };
  let held;
  const keep = (policy, given) => {
    if (policy.storable()) held = { policy, status: given.status, body: given.body ?? '' };
  };
  const told = ({ status, headers, body }) => ({ status, headers: new Headers(headers), body: body ?? '' });
  const validate = (request, headers) => {
    const given = origin.answer(headers);
    const answer = given.status === 0 ? undefined : given;
    let revalidated;
    try {
      revalidated = held.policy.revalidatedPolicy(request, answer);
    } catch {
      return undefined;
    }
    const { policy, modified } = revalidated;
    const { status, body } = modified ? told(given) : held;
    held = undefined;
    keep(policy, { status, body });
    return { status, headers: new Headers(policy.responseHeaders()), body };
  };
  return async (headers) => {
    const request = { url: '/', method: 'GET', headers };
    if (held) {
      const { response, revalidation } = held.policy.evaluateRequest(request);
      const { body } = held;
      if (response && !revalidation) return told({ ...response, body });
      if (response && !revalidation.synchronous) {
        validate(request, revalidation.headers);
        return { ...told({ ...response, body }), isBehind: true };
      }
      return validate(request, revalidation.headers);
    }
    const given = origin.answer(headers);
    if (given.status === 0) return undefined;
    keep(new CachePolicy(request, given, options), given);
    return told(given);
  };
}

const KINDS = { homing, undici, semantics };

/** Whether a request was sent to the server, and with which conditions. */
function actOf(asked, headers, got) {
  if (asked.length === 0) return got?.status === 504 && got.body === '' ? 'refused' : 'hit';
  if (got?.isBehind) return 'behind';
  return CONDITIONS.some((name) => asked[0][name] !== headers[name]) ? 'validated' : 'forwarded';
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The results of a cache for a case: for each step the source, the response and its age. */
export async function outcomesOf(kind, given) {
  const origin = new Origin(given);
  now = BEGIN;
  const ask = KINDS[kind](given.mode, origin);
  const outcomes = [];
  for (const [step, { after, ask: own }] of given.steps.entries()) {
    now += after * 1000;
    origin.begin(step);
    const headers = sent(own);
    const got = await ask({ ...headers });
    await settled();
    const { asked } = origin;
    const isWithout = got === undefined || got.body === '';
    outcomes.push({
      act: actOf(asked, headers, got),
      times: asked.length,
      answered: asked.length > 0 ? origin.answered : undefined,
      status: got?.status ?? 'failed',
      body: isWithout ? 'none' : got.body === String(step) ? 'new' : 'old',
      from: isWithout ? undefined : Number(got.body),
      age: isWithout || got.body === String(step) ? null : got.headers.get('age'),
      condition: asked[0] && CONDITIONS.map((name) => asked[0][name] ?? null).join(' and '),
    });
  }
  return outcomes;
}
