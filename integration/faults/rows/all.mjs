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
 * @property {string} name What goes wrong, as the table says it.
 * @property {{ connect?: Function, head?: Function, answer?: Function }} [server] What the server does when a client
 *   connects, when a request's head is there, and when its body is too.
 * @property {object} [elsewhere] The same of a second origin.
 * @property {object} [endpoint] The endpoint's config, where it is not a plain GET.
 * @property {number} [deadline] Milliseconds. Default: none.
 * @property {(kit: object) => Promise<object | object[]>} [call] Default: one call.
 * @property {string} comes What comes home.
 * @property {string} [orComes] What may come home in its place, as platforms differ.
 * @property {unknown} [data] The data of the last result.
 * @property {number} [requests] How many the server sees; with a deadline, at most. Default 1.
 * @property {number} [connections] How many the server sees.
 * @property {(seen: object) => string} [observe] What else the servers saw, which is to be `observed`.
 * @property {boolean} [keepsIdle] Whether a connection rightly stays for a next request.
 * @property {boolean} [isAlone] Whether no other row runs meanwhile.
 * @property {boolean} [memory] Whether what it leaves in memory is measured.
 * @property {string} why
 * @property {Record<string, object>} [with] By transport: what is expected otherwise there, with its own `why`.
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
