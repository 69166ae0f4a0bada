import { createApi, type FetchLike } from 'homing';
import {
  type Exchange,
  type Har,
  type HarEntry,
  openTape,
  type Tape,
  type TapeRequest,
  toHar,
} from 'homing/har';
import { expectAssignable, expectError, expectType } from 'tsd';

// A tape is opened by a path, and its fetch is a client's.
expectType<Promise<Tape>>(openTape('a.har'));
expectType<Promise<Tape>>(openTape('a.har', {}));
const tape = await openTape('a.har', { mode: 'auto', secrets: ['a'], timings: true });
createApi({ baseUrl: '/', fetch: tape.fetch, requests: {} });
expectAssignable<FetchLike>(tape.fetch);
expectType<'record' | 'replay'>(tape.mode);
expectType<readonly HarEntry[]>(tape.entries);
expectType<Promise<void>>(tape.save());
expectType<Promise<void>>(tape.close());
expectType<Promise<void>>(tape[Symbol.asyncDispose]());
expectError(openTape());
expectError(openTape('a.har', { mode: 'play' }));
expectError(openTape('a.har', { secrets: 'a' }));
expectError(openTape('a.har', { match: { url: true } }));

// An entry is changed in place, a request is given anew.
void openTape('a.har', {
  redact: (entry) => {
    expectType<HarEntry>(entry);
    entry.request.url = '/';
    entry.response.content.text = '';
  },
  normalize: (request) => {
    expectType<TapeRequest>(request);
    return { ...request, url: '/' };
  },
  match: { origin: true, body: false, headers: ['accept'] },
  fetch: (url, init) => globalThis.fetch(url, init),
});
expectError(openTape('a.har', { normalize: () => '/' }));

// An archive is made of plain data.
const exchange: Exchange = {
  request: { method: 'GET', url: '/', headers: {}, body: { text: 'a' } },
  response: { status: 200, headers: {}, body: { text: 'QQ==', encoding: 'base64' } },
};
expectType<Har>(toHar([exchange]));
expectType<Har>(toHar(new Set([exchange])));
expectError(toHar([{ request: {} }]));
