import { createApi, defineRequest } from 'homing';

const toText = (hex) =>
  new TextDecoder().decode(new Uint8Array((hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))));

const isSent = (kind, { hex, type }) =>
  typeof kind.sent === 'function' ? kind.sent(toText(hex), type ?? '') : toText(hex) === kind.sent;

/** Whether homing rejected the value with an error that names its type or the fix. */
const isNamed = ({ kind, message }) =>
  kind === 'network' && /was not sent\. .+: (pass|read|await) |was not sent\. .+ first\./.test(message);

const LIMIT = 20_000;

/** Whether the promise settles in time. */
const inTime = (promise) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setTimeout(resolve, LIMIT, false))]);

/** The result, if it is correct. */
const goodCell = async (kind, { data, error }, { seen, closed }) => {
  if (data && kind.sent !== undefined && isSent(kind, data)) return 'sent';
  if (error && kind.fails?.(error)) return 'error';
  if (error && kind.closes) return error.kind === 'timeout' && (await inTime(closed)) ? 'closed' : undefined;
  return error && seen === 0 && isNamed(error) ? 'refused' : undefined;
};

const outcomeOf = async (kind, api, at) => {
  let tell;
  const closed = new Promise((resolve) => (tell = resolve));
  const made = kind.make(tell);
  const value = kind.awaits ? await made : made;
  if (value === undefined) return { cell: '–' };
  const { timeout = LIMIT } = kind;
  const result = await api.send(value, { headers: { 'x-at': at }, timeout });
  const { data: seen } = await api.seen({ at });
  const cell = await goodCell(kind, result, { seen, closed });
  if (cell) return { cell };
  const { data, error } = result;
  const got = data ? `sent ${JSON.stringify(toText(data.hex))}` : `${error.message} ${String(error.cause)}`;
  return { cell: 'WRONG', says: `${got}; ${seen} requests arrived` };
};

/** The result for each kind of value. */
export const runKinds = async (kinds, { server, column, fetch }) => {
  const api = createApi({
    baseUrl: server,
    fetch,
    requests: {
      send: defineRequest()({ method: 'POST', path: '/echo' }),
      seen: defineRequest()({ method: 'GET', path: '/seen/:at' }),
    },
  });
  const outcomes = {};
  for (const [number, kind] of kinds.entries())
    outcomes[kind.name] = await outcomeOf(kind, api, `${column}${number}`);
  return outcomes;
};
