import { type FetchLike, Refusal } from '../../core/seats.js';

/** What a decorator stands around. The global fetch is looked up at each request: somebody may replace it. */
export function fetchOf(
  name: string,
  given: FetchLike = (url, init) => globalThis.fetch(url, init),
): FetchLike {
  if (typeof given === 'function') return given;
  throw Refusal.of(name, given, 'a function that sends requests');
}
