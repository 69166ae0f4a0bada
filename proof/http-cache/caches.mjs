import { homingFetch } from './clients.mjs';

const MODES = ['private', 'shared'];

/** What undici offers, if it is there: it is no dependency of homing's. */
async function undiciFetch(mode) {
  const undici = await import('undici').catch(() => undefined);
  if (!undici) return undefined;
  const { Agent, interceptors, fetch } = undici;
  const dispatcher = new Agent().compose(interceptors.cache({ type: mode }));
  return (url, { cache: _, headers, ...init }) =>
    fetch(url, {
      ...init,
      headers: headers.filter(([, value]) => value !== 'nothing-to-see-here' && value !== 'foo'),
      dispatcher,
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
