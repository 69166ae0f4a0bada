import { describeType } from '../core/platform/describe-type.js';
import type { NodeRequestInit } from './node-request-init.js';

const CHOICES = {
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  credentials: ['include', 'same-origin', 'omit'],
  duplex: ['half'],
  mode: ['cors', 'no-cors', 'same-origin'],
  redirect: ['follow', 'error', 'manual'],
  referrerPolicy: [
    '',
    'no-referrer',
    'no-referrer-when-downgrade',
    'same-origin',
    'origin',
    'strict-origin',
    'origin-when-cross-origin',
    'strict-origin-when-cross-origin',
    'unsafe-url',
  ],
} as const;

const check = (name: string, given: string | undefined, allowed: readonly string[]): void => {
  if (given === undefined || allowed.includes(given)) return;
  throw new TypeError(`The option ${name} is one of '${allowed.join("', '")}', and was '${given}'.`);
};

/** As fetch does, which spells whatever is given. */
export const optionText = (name: string, given: unknown): string => {
  if (typeof given === 'symbol') {
    throw new TypeError(`The option ${name} has to be a string, and was ${describeType(given)}.`);
  }
  return String(given);
};

const SIMPLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

const checkReferrer = (referrer: string | undefined): void => {
  if (!referrer || referrer === 'about:client') return;
  try {
    new URL(referrer, 'http://localhost');
  } catch {
    throw new TypeError('The option referrer has to be a URL.');
  }
};

/** Throws fetch's TypeError for an option that is none of its choices, also for one that means nothing on a server. */
export function checkChoices(init: NodeRequestInit, method: string): void {
  if (init.window != null) throw new TypeError('The option window can only be null.');
  check('cache', init.cache, CHOICES.cache);
  check('credentials', init.credentials, CHOICES.credentials);
  check('mode', init.mode, CHOICES.mode);
  check('redirect', init.redirect, CHOICES.redirect);
  check('referrerPolicy', init.referrerPolicy, CHOICES.referrerPolicy);
  if (init.duplex !== undefined) check('duplex', optionText('duplex', init.duplex), CHOICES.duplex);
  checkReferrer(init.referrer);
  if (init.mode === 'no-cors' && !SIMPLE.has(method)) {
    throw new TypeError(`The method ${method} is not sent with mode: 'no-cors'.`);
  }
}
