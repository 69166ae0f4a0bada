import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Idle connections are closed by the platform, after a few seconds. */
const PATIENCE = 30_000;

/** What the signal's dependents (`AbortSignal.any`) stand in, in Node. */
const dependentsOf = (signal) => {
  const key = Object.getOwnPropertySymbols(signal).find(({ description }) => /dependa?nt/i.test(description));
  return key ? (signal[key]?.size ?? 0) : 0;
};

/** Sockets that keep the process alive; idle ones don't, and only the server can count them. */
const openSockets = () => process.getActiveResourcesInfo().filter((kind) => /TCP|Socket/.test(kind)).length;

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** What is left of it all, once the platform has had the time to close its idle connections. */
export const leftovers = async (server, longLived) => {
  const until = Date.now() + PATIENCE;
  let connections;
  do {
    await sleep(100);
    ({ connections } = await server.ask('count'));
  } while (openSockets() + connections > 0 && Date.now() < until);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  return {
    'sockets of the client': openSockets(),
    'connections at the server': connections,
    timers: timers(),
    'listeners on the long-lived signals': sum(
      longLived.map((signal) => getEventListeners(signal, 'abort').length),
    ),
    'dependents of the long-lived signals': sum(longLived.map(dependentsOf)),
  };
};
