import { hasMethods } from '../platform/has-methods.js';
import { isPlain } from '../platform/is-plain.js';
import { isPlatform } from '../platform/is-platform.js';
import { isStream } from '../platform/is-stream.js';
import { ownValue } from '../platform/own-properties.js';
import { Refusal } from './refusal.js';

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** What is sent of these instead, by their class; none of them has fields. */
const INSTEAD: readonly (readonly [accepts: (value: unknown) => boolean, instead: string])[] = [
  [isPlatform('Promise'), 'what it resolves with; await it first'],
  [isPlatform('Request'), 'what is in it, as by await request.blob()'],
  [isPlatform('Response'), 'what is in it, as by await response.blob()'],
  [isPlatform('SharedArrayBuffer'), 'a copy of its bytes, as by new Uint8Array(bytes).slice()'],
  [isPlatform('Generator'), 'an array, or an async generator'],
];

/** What params can be, for who passed something else. */
const ANYTHING = 'an object, an array, a string or a body such as FormData';

/** The refusal of params that are neither fields nor a body. */
export function refuseParams(params: unknown, owner: string): Refusal {
  const [, instead = ANYTHING] = INSTEAD.find(([accepts]) => accepts(params)) ?? [];
  const isGenerator =
    typeof params === 'function' && /Generator/.test(Object.prototype.toString.call(params));
  return Refusal.of(owner, params, isGenerator ? 'what it gives when it is called' : instead);
}

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

const isBytes = (value: unknown): boolean =>
  ArrayBuffer.isView(value) || isPlatform('ArrayBuffer')(value) || isPlatform('Blob')(value);

const isBody = (value: unknown): boolean =>
  isBytes(value) || isStream(value) || isPlatform('FormData')(value) || isPlatform('URLSearchParams')(value);

/** Members of request options that JSON can't hold. */
const FUNCTIONS = [
  'adapter',
  'validateStatus',
  'paramsSerializer',
  'onUploadProgress',
  'onDownloadProgress',
] as const;
const LISTS = ['transformRequest', 'transformResponse'] as const;

/** Whether an object says how a request is made; a record that has a url and a method may be just data. */
const isRequestOptions = (value: Members): boolean => {
  if (!['url', 'baseURL', 'method', 'headers'].some((name) => Object.hasOwn(value, name))) return false;
  const own = (name: string): unknown => ownValue(value, name);
  return (
    isBody(own('data')) ||
    isBody(own('body')) ||
    isPlatform('AbortSignal')(own('signal')) ||
    FUNCTIONS.some((name) => typeof own(name) === 'function') ||
    LISTS.some((name) => [own(name)].flat().some((inner) => typeof inner === 'function'))
  );
};

/** Refuses what JSON would make nonsense of: options of a request, and streams or lists of bytes inside of it. */
export function refuseNoJson(value: unknown): void {
  if (!isObject(value)) return;
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isBytes))
      throw new Refusal('params is a list of bytes: pass them as one, as by new Blob(list).');
    refuseInner(value, 'The param');
    return;
  }
  refuseForeign(value);
  if (isRequestOptions(value))
    throw new Refusal(
      'params has the form of the options of a request (an axios config, the init of fetch): pass what it has as data or body alone, and the rest as the options of the call.',
    );
  refuseInner(value, 'The param');
}

/** Refuses a stream, or the body of another library, at any depth of what is written as JSON. */
export function refuseInner(outermost: object, owner: string): void {
  const seen = new Set<object>([outermost]);
  // A set grows while it is walked through: nothing recurs, however deep it goes.
  for (const outer of seen)
    for (const [name, inner] of Object.entries(outer)) {
      if (!isObject(inner)) continue;
      if (Array.isArray(inner) || isPlain(inner)) seen.add(inner);
      else if (!hasMethods(inner, 'toJSON')) refuseInstance(inner, `${owner} ${JSON.stringify(name)}`);
    }
}

const refuseInstance = (value: Members, path: string): void => {
  if (isStream(value)) throw Refusal.of(path, value, 'it alone as the params, or its bytes in a FormData');
  refuseForeign(value, path);
};
