import { bodies } from './bodies.mjs';
import { connecting } from './connecting.mjs';
import { crowds } from './crowds.mjs';
import { framing } from './framing.mjs';
import { headers } from './headers.mjs';
import { keepAlive } from './keep-alive.mjs';
import { large } from './large.mjs';
import { redirects } from './redirects.mjs';
import { redirectSecrets } from './redirect-secrets.mjs';
import { slow } from './slow.mjs';

/**
 * @typedef {object} Row
 * @property {string} name The failure, as shown in the table.
 * @property {{ connect?: Function, head?: Function, answer?: Function }} [server] The behavior of the server when a
 *   client connects, when a request's head has arrived, and when its body has arrived.
 * @property {object} [elsewhere] The same for a second origin.
 * @property {object} [endpoint] The endpoint's config, if it is not a plain GET.
 * @property {number} [deadline] Milliseconds. Default: none.
 * @property {(kit: object) => Promise<object | object[]>} [call] Default: one call.
 * @property {string} comes The expected outcome.
 * @property {string} [orComes] An outcome that is also accepted, because platforms differ.
 * @property {unknown} [data] The data of the last result.
 * @property {number} [requests] The number of requests that the server receives; with a timeout, the maximum.
 * Default: 1.
 * @property {number} [connections] The number of connections to the server.
 * @property {(seen: object) => string} [observe] A further observation of the servers, compared with `observed`.
 * @property {boolean} [keepsIdle] Whether a connection can stay open for another request.
 * @property {boolean} [isAlone] Whether no other row runs at the same time.
 * @property {boolean} [memory] Whether the memory after the row is measured.
 * @property {string} why
 * @property {Record<string, object>} [with] Different expectations by transport, each with its own `why`.
 */

/** @type {{ title: string, rows: Row[] }[]} */
export const THEMES = [
  { title: 'Connecting', rows: connecting },
  { title: 'Status lines and headers', rows: headers },
  { title: 'Where a body ends', rows: framing },
  { title: 'What a body holds', rows: bodies },
  { title: 'Slow and silent servers', rows: slow },
  { title: 'Redirects', rows: redirects },
  { title: 'Redirects and secrets', rows: redirectSecrets },
  { title: 'Connections that are used again', rows: keepAlive },
  { title: 'Large bodies', rows: large },
  { title: 'Many at once', rows: crowds },
];

export const allRows = THEMES.flatMap(({ rows }) => rows);

const doubles = allRows.map(({ name }) => name).filter((name, at, names) => names.indexOf(name) !== at);
if (doubles.length > 0) throw new Error(`Rows need names of their own: ${doubles.join(', ')}`);
