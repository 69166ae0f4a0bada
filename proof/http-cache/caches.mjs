import { homingFetch } from './clients.mjs';

const MODES = ['private', 'shared'];

/** What undici offers, if it is there: it is no dependency of homing's. */
async function undiciFetch(mode) {
  const undici = await import('undici').catch(() => undefined);
  if (!undici) return undefined;
  const { Agent, interceptors, fetch } = undici;
  const caching = interceptors.cache({ type: mode });
  const plain = new Agent().compose(caching);
  return (url, { headers, dispatcher, ...init }) =>
    fetch(url, {
      ...init,
      cache: undefined,
      headers: headers.filter(([, value]) => value !== 'nothing-to-see-here' && value !== 'foo'),
      dispatcher: dispatcher?.compose(caching) ?? plain,
    });
}

/** All that the suite is run over. */
export async function caches() {
  const list = [];
  for (const mode of MODES) {
    list.push({ name: 'homing/http-cache, memory', mode, fetch: homingFetch(mode), isOurs: true });
    const fetch = await undiciFetch(mode);
    if (fetch) list.push({ name: "undici's cache interceptor", mode, fetch, isOurs: false });
  }
  return list;
}
