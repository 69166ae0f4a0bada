import { isDeepStrictEqual } from 'node:util';
import { expectedOf } from './transports.mjs';

/** A larger growth means that a body of 100 MB is still in memory after its call. */
export const FEW_MEGABYTES = 30;

const differs = (what, expected, got) =>
  isDeepStrictEqual(expected, got)
    ? []
    : [`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`];

/**
 * Lists the differences from the expectations of a row.
 *
 * @param {{ outcome: string, data?: unknown, listeners: number, heldMegabytes?: number }} report The report of the
 * client.
 * @param {{ requests: object[], connections: number, elsewhere: object[], stillOpen: number }} seen The records of
 * the servers.
 */
export const problemsOf = (row, transport, report, seen) => {
  const { comes, orComes, data, requests = 1, connections, observe, observed } = expectedOf(row, transport);
  return [
    ...(report.outcome === orComes ? [] : differs('outcome', comes, report.outcome)),
    ...(data === undefined || report.outcome === orComes ? [] : differs('data', data, report.data)),
    // On a busy machine, the timeout can expire earlier.
    ...(row.deadline && seen.requests.length < requests
      ? []
      : differs('requests', requests, seen.requests.length)),
    ...(connections === undefined ? [] : differs('connections', connections, seen.connections)),
    ...(observe ? differs('servers saw', observed, observe(seen)) : []),
    ...differs('listeners left on the signal', 0, report.listeners),
    ...differs('connections that the client left open', 0, seen.stillOpen),
    ...(report.heldMegabytes > FEW_MEGABYTES
      ? [`${Math.round(report.heldMegabytes)} MB are held after the call`]
      : []),
  ];
};
