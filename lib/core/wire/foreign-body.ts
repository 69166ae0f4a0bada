import { className } from '../platform/describe-type.js';
import { hasMethods } from '../platform/has-methods.js';
import { isObject } from '../platform/is-object.js';
import { isPlain } from '../platform/is-plain.js';
import { isFormData, isPlatform, isSearchParams } from '../platform/is-platform.js';
import { isStream } from '../platform/is-stream.js';
import { ownValue } from '../platform/own-properties.js';
import { isBytes } from './known-body.js';
import { Refusal } from '../result/refusal.js';

type Members = Readonly<Record<string, unknown>>;

/** What is sent of these instead, by their class; none of them has fields. */
const INSTEAD: Readonly<Record<string, string>> = {
  Promise: 'what it resolves with; await it first',
  Request: 'what is in it, as by await request.blob()',
  Response: 'what is in it, as by await response.blob()',
  SharedArrayBuffer: 'a copy of its bytes, as by new Uint8Array(bytes).slice()',
  Generator: 'an array, or an async generator',
  GeneratorFunction: 'what it gives when it is called',
  AsyncGeneratorFunction: 'what it gives when it is called',
};

/** What params can be, for who passed something else. */
const ANYTHING = 'an object, an array, a string or a body such as FormData';

/** The refusal of params that are neither fields nor a body. */
export const refuseParams = (params: unknown, owner: string): Refusal =>
  Refusal.of(owner, params, ownValue(INSTEAD, className(params)) ?? ANYTHING);

/** What an instance of another library is to be replaced with; undefined for one that is no body. */
const bodyInstead = (value: Members): string | undefined => {
  if (hasMethods(value, 'append', 'getHeaders'))
    return "the platform's own FormData; files go in as a Blob, as by fs.openAsBlob";
  if (hasMethods(value, 'pipe')) return 'a Readable, an async iterable or a ReadableStream';
  if (hasMethods(value, 'on', 'emit')) return 'what it gives as an async iterable, or as data';
  // Of the package bl, without the stream that it also has.
  return Array.isArray(value['_bufs']) && hasMethods(value, 'slice')
    ? 'its bytes, as by its slice()'
    : undefined;
};

/** Refuses an instance that is a body for somebody else, and whose fields nobody means. */
export function refuseForeign(value: object, owner = 'params'): void {
  const instead = bodyInstead(value as Members);
  if (instead !== undefined) throw Refusal.of(owner, value, instead);
}

/** Refuses what a fetch would write the name of, as "[object Object]": what a strategy or a middleware gave for a body. */
export function refuseNoBody(body: unknown): void {
  if (body == null || typeof body === 'string') return;
  // An instance may be what somebody's own fetch takes.
  if (isObject(body) && !Array.isArray(body) && !isPlain(body) && !hasMethods(body, 'then')) return;
  const instead = ownValue(INSTEAD, className(body)) ?? 'text, bytes, a form or a stream; JSON as its text';
  throw Refusal.of('The body', body, instead);
}

const isBody = (value: unknown): boolean =>
  isBytes(value) || isStream(value) || isFormData(value) || isSearchParams(value);

const isSignal = /* @__PURE__ */ isPlatform('AbortSignal');

/** Members of request options that are functions, or lists of such, which JSON can't hold. */
const FUNCTIONS: readonly string[] = [
  'adapter',
  'validateStatus',
  'paramsSerializer',
  'onUploadProgress',
  'onDownloadProgress',
  'transformRequest',
  'transformResponse',
];

/** Whether an object says how a request is made; a record that has a url and a method may be just data. */
const isRequestOptions = (value: Members): boolean => {
  const own = (name: string): unknown => ownValue(value, name);
  return (
    ['url', 'baseURL', 'method', 'headers'].some((name) => Object.hasOwn(value, name)) &&
    (isBody(own('data')) ||
      isBody(own('body')) ||
      isSignal(own('signal')) ||
      FUNCTIONS.flatMap(own).some((member) => typeof member === 'function'))
  );
};

/** Refuses what JSON would make nonsense of: options of a request, and streams or lists of bytes inside of it. */
export function refuseNoJson(value: unknown): void {
  if (!isObject(value)) return;
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isBytes))
      throw new Refusal('params is a list of bytes: pass them as one, as by new Blob(list).');
  } else {
    refuseForeign(value);
    if (isRequestOptions(value as Members))
      throw new Refusal(
        'params has the form of the options of a request (an axios config, the init of fetch): pass what it has as data or body alone, and the rest as the options of the call.',
      );
  }
  refuseInner(value, 'The param', 'it alone as the params, or its bytes in a FormData');
}

/**
 * Refuses a stream, or the body of another library, at any depth of what is written as JSON.
 *
 * @param owner What its name stands behind, for the message.
 * @param instead What to pass in place of a stream.
 */
export function refuseInner(outermost: object, owner: string, instead: string): void {
  const waiting: object[] = [outermost];
  const seen = new Set<object>();
  // Nothing recurs, however deep it goes.
  for (let outer = waiting.pop(); outer; outer = waiting.pop()) {
    const before = waiting.length;
    for (const inner of Array.isArray(outer) ? (outer as unknown[]) : Object.values(outer)) {
      if (!isObject(inner)) continue;
      if (Array.isArray(inner) || isPlain(inner)) waiting.push(inner);
      else if (!hasMethods(inner, 'toJSON')) refuseMember(inner, outer, owner, instead);
    }
    // Only what holds others can be a part of a circle.
    if (waiting.length > before && seen.has(outer)) waiting.length = before;
    else if (waiting.length > before) seen.add(outer);
  }
}

const refuseMember = (value: object, outer: object, owner: string, instead: string): void => {
  const [name] = Object.entries(outer).find(([, member]) => member === value) ?? [];
  const path = `${owner} ${JSON.stringify(name)}`;
  if (isStream(value)) throw Refusal.of(path, value, instead);
  refuseForeign(value, path);
};
