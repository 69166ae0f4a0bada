import { sqliteStore } from '../../dist/http-cache.js';
import { homingFetch } from './clients.mjs';

const MODES = ['private', 'shared'];

/** What undici offers, if it is there: it is no dependency of homing's. */
async function undiciFetch(mode) {
  const { Agent, interceptors, fetch } = await import('undici');
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

/** Where answers may be kept on this machine, by name. */
function stores() {
  const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? {};
  if (!DatabaseSync) console.log('\nSKIPPED: SQLite, which Node has from 22.13 on.');
  // A user's own answers leave the process sealed, so that the store is asked in every test.
  const secret = 'a secret for these tests';
  return [
    ['memory', () => ({})],
    ...(DatabaseSync
      ? [['SQLite', () => ({ store: sqliteStore(new DatabaseSync(':memory:')), secret, patience: 1000 })]]
      : []),
  ];
}

/** All that the suite is run over. */
export async function caches() {
  const list = [];
  for (const mode of MODES) {
    for (const [store, optionsOf] of stores())
      list.push({ name: `homing, ${store}`, mode, fetch: homingFetch(mode, optionsOf()), isOurs: true });
    list.push({ name: "undici's cache interceptor", mode, fetch: await undiciFetch(mode), isOurs: false });
  }
  return list;
}
