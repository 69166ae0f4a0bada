import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** The platform closes idle connections after a few seconds. */
const PATIENCE = 30_000;

/** The property in which Node stores the dependents of a signal (`AbortSignal.any`). */
const dependentsOf = (signal) => {
  const key = Object.getOwnPropertySymbols(signal).find(({ description }) => /dependa?nt/i.test(description));
  return key ? (signal[key]?.size ?? 0) : 0;
};

/** Sockets that keep the process alive. Idle sockets don't, so only the server can count them. */
const openSockets = () => process.getActiveResourcesInfo().filter((kind) => /TCP|Socket/.test(kind)).length;

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** The remaining resources, after the platform had time to close its idle connections. */
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
