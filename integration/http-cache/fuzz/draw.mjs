import { randomFrom } from '../../random.mjs';

/** The start time of every case, in milliseconds since the epoch. */
export const BEGIN = Date.UTC(2030, 0, 1);

const SECOND = 1000;

/** An HTTP date this many seconds after the start of a case. */
export const dateAt = (seconds) => new Date(BEGIN + seconds * SECOND).toUTCString();

const rfc850 = (seconds) => {
  const date = new Date(BEGIN + seconds * SECOND);
  const day = date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const [, d, m, y, t] = date.toUTCString().split(' ');
  return `${day}, ${d}-${m}-${y.slice(2)} ${t} GMT`;
};

const asctime = (seconds) => {
  const [day, d, m, y, t] = new Date(BEGIN + seconds * SECOND).toUTCString().replace(',', '').split(' ');
  return `${day} ${m} ${d.replace(/^0/, ' ')} ${t} ${y}`;
};

/** Seconds that often coincide, so that edge cases occur. */
const SECONDS = [0, 1, 5, 10, 20, 60];

const ELAPSED = [0, 0, 1, 4, 5, 6, 9, 10, 11, 20, 30, 60, 61, 100, 4000, 0.4, 5.6];

const STATUSES = [203, 204, 206, 300, 301, 302, 307, 308, 400, 404, 405, 410, 414, 418, 451, 500, 501, 503];

/** Draws all parts of one case, always the same for one seed. */
export function drawing(seed) {
  const random = randomFrom(seed);
  const chance = (share) => random() < share;
  const one = (list) => list[Math.floor(random() * list.length)];
  const some = (list, most) => Array.from({ length: Math.floor(random() * (most + 1)) }, () => one(list)());
  const maybe = (share, name, make) => (chance(share) ? [[name, make()]] : []);
  const seconds = () => one(SECONDS);

  const malformed = (name) =>
    one([
      () => `${name}=${seconds()}.5`,
      () => `${name}=-${seconds()}`,
      () => `${name}=x`,
      () => name,
      () => `${name}=`,
      () => `${name} =${seconds()}`,
      () => `${name}= ${seconds()}`,
      () => `${name}=${seconds()}x`,
      () => `${name}=${seconds()}; x`,
      () => `${name}="${seconds()}`,
      () => `${name}='${seconds()}'`,
    ])();

  const written = (text) => one([() => text.toUpperCase(), () => ` ${text} `, () => `${text},`])();

  const lasting = (name) => () => {
    if (chance(0.08)) return malformed(name);
    if (chance(0.06)) return `${name}="${seconds()}"`;
    if (chance(0.03)) return `${name}=${one(['99999999999999', '0005', '2147483648'])}`;
    const text = `${name}=${seconds()}`;
    return chance(0.05) ? written(text) : text;
  };

  const plain = (name) => () => {
    if (chance(0.05)) return `${name}${one(['=1', '=""', '=', '=x', ';', '; x', ' x', '="'])}`;
    return chance(0.04) ? written(name) : name;
  };

  const limited = (name) => () =>
    one([
      `${name}="x-a"`,
      `${name}="x-a, set-cookie"`,
      `${name}=x-a`,
      `${name}="etag"`,
      `${name}="x a"`,
      `${name}="x-a`,
    ]);

  const responseDirectives = () => [
    ...(chance(0.5) ? [lasting('max-age')()] : []),
    ...some(
      [
        lasting('max-age'),
        lasting('s-maxage'),
        lasting('s-maxage'),
        plain('no-store'),
        plain('no-cache'),
        plain('no-cache'),
        plain('private'),
        plain('public'),
        plain('public'),
        plain('must-revalidate'),
        plain('proxy-revalidate'),
        plain('must-understand'),
        plain('immutable'),
        plain('no-transform'),
        lasting('stale-while-revalidate'),
        lasting('stale-while-revalidate'),
        lasting('stale-if-error'),
        lasting('stale-if-error'),
        limited('no-cache'),
        limited('private'),
        () => one(['x', 'x=1', 'x="max-age=60"', 'x="a, no-store"', 'xmax-age=60', 'no-store-ever', '', '"']),
      ],
      chance(0.3) ? 5 : 2,
    ),
  ];

  const requestDirectives = () =>
    some(
      [
        lasting('max-age'),
        lasting('min-fresh'),
        lasting('max-stale'),
        () => 'max-stale',
        plain('no-cache'),
        plain('no-store'),
        plain('only-if-cached'),
        lasting('stale-if-error'),
        () => 'x=1',
      ],
      2,
    );

  const date = (list) => () => {
    const at = one(list);
    if (chance(0.06)) return [one(['0', '', 'yesterday', '-1', dateAt(at).replace('GMT', '+0000')])];
    if (chance(0.06)) return [one([rfc850(at), asctime(at), dateAt(at).toLowerCase()])];
    return [dateAt(at)];
  };

  const tag = () => [one(['"1"', '"1"', '"2"', 'W/"1"', '1', '""', 'W/""', '"W/"1""'])];

  const varied = () =>
    one([
      ['x-a'],
      ['x-a'],
      ['X-A', 'x-b'],
      ['*'],
      ['x-a', '*'],
      ['accept-encoding'],
      ['cookie'],
      ['authorization'],
      ['x a'],
      [''],
    ]);

  const responseHeaders = () => [
    ...maybe(0.8, 'cache-control', responseDirectives),
    ...maybe(0.2, 'expires', date([-10, 0, 5, 10, 20, 60])),
    ...maybe(0.4, 'date', date([-20, -5, -1, 0, 0, 0, 5])),
    ...maybe(0.15, 'age', () => [
      one(['0', '1', '5', '20', '-1', 'x', '1.5', '', '99999999999999', '5, 20']),
    ]),
    ...maybe(0.3, 'last-modified', date([-100_000_000, -1000, -100, -50, 0, 5])),
    ...maybe(0.4, 'etag', tag),
    ...maybe(0.12, 'vary', varied),
    ...maybe(0.04, 'pragma', () => ['no-cache']),
    ...maybe(0.08, 'set-cookie', () => ['a=1']),
    ...maybe(0.05, 'x-a', () => ['1']),
  ];

  const own = (share) => [
    ...maybe(share, 'authorization', () => [one(['a', 'b'])]),
    ...maybe(share, 'cookie', () => [one(['a=1', 'a=2'])]),
    ...maybe(share * 2, 'x-a', () => one([['1'], ['2'], ['1', '2'], ['1,2'], ['']])),
    ...maybe(share, 'x-b', () => [one(['1', '2'])]),
    ...maybe(share / 2, 'accept-encoding', () => [one(['gzip', 'br'])]),
  ];

  const asking = (share) => [
    ...maybe(share, 'cache-control', requestDirectives),
    ...maybe(share / 6, 'pragma', () => ['no-cache']),
    ...maybe(share / 4, 'if-none-match', () => one([['"1"'], ['"2"'], ['"2"', 'W/"1"'], ['*'], ['1']])),
    ...maybe(share / 6, 'if-modified-since', date([-1000, -100, 0, 5])),
  ];

  /** The statuses of the server; 0 is a broken connection. */
  const later = () => {
    if (chance(0.3)) return { status: 304, headers: chance(0.5) ? [] : responseHeaders() };
    if (chance(0.2))
      return { status: one([500, 502, 503, 504, 501, 0]), headers: chance(0.7) ? [] : responseHeaders() };
    return { status: chance(0.9) ? 200 : one(STATUSES), headers: responseHeaders() };
  };

  return () => {
    const shared = own(0.1);
    const steps = [
      {
        after: 0,
        ask: [...shared, ...asking(0.04)],
        answer: { status: chance(0.75) ? 200 : one(STATUSES), headers: responseHeaders() },
      },
    ];
    for (let step = chance(0.5) ? 1 : 2; step > 0; step -= 1) {
      const same = chance(0.8) ? shared : own(0.2);
      steps.push({ after: one(ELAPSED), ask: [...same, ...asking(0.3)], answer: later() });
    }
    return { mode: one(['private', 'shared']), steps };
  };
}

/** The sent headers, as a record. */
export const sent = (headers) =>
  Object.fromEntries(headers.map(([name, members]) => [name, members.join(', ').trim()]));
