import { isStream, Refusal } from '../../core/seats.js';

/** What XMLHttpRequest can't do, by the name of the option, and what to pass instead. */
const UNKNOWN: readonly [keyof RequestInit, (value: unknown) => unknown, string][] = [
  ['body', isStream, 'a Blob or an ArrayBuffer'],
  ['redirect', (redirect) => redirect !== 'follow', "'follow'"],
  ['credentials', (credentials) => credentials === 'omit', "'include' or 'same-origin'"],
  ['mode', (mode) => mode !== 'cors', "'cors'"],
  ['integrity', Boolean, 'none'],
  ['keepalive', Boolean, 'none'],
];

/** Throws a Refusal for what a fetch would heed and XMLHttpRequest can't. */
export function refuseForXhr(init: RequestInit): void {
  for (const [name, isUnknown, instead] of UNKNOWN) {
    const value: unknown = init[name];
    if (value != null && isUnknown(value)) throw Refusal.of(name, value, `${instead} to xhrFetch`);
  }
}
