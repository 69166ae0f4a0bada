import { describe, expect, it } from 'vitest';
import { publicOnly } from '../../lib/entries/node.js';

type Answer = (error: unknown, found?: unknown, family?: number) => void;
type Lookup = (hostname: string, options: { all?: boolean; family?: number }, answer: Answer) => unknown;

interface Target {
  readonly hostname: string;
  readonly socketPath?: string | null;
  readonly httpSocket?: object;
}

/** A stub of undici's connector, which records its options and the requested hosts. */
const connector = (options: object = {}) => {
  const asked: Target[] = [];
  let made: { lookup?: Lookup } = {};
  const build = (given: object) => {
    made = given;
    return (target: Target, callback: Answer) => {
      asked.push(target);
      callback(null, 'connected');
    };
  };
  const connect = publicOnly(build, options);
  return {
    asked,
    made,
    to: (target: Target) =>
      new Promise((resolve) => connect(target, (error, socket) => resolve(error ?? socket))),
    lookup: (host = 'example.com', how: object = { all: true }) =>
      new Promise<unknown>((resolve) =>
        made.lookup?.(host, how, (error, found, family) =>
          resolve(error ?? (family ? [found, family] : found)),
        ),
      ),
  };
};

const notPublic = (host: string) => ({
  code: 'ERR_NOT_PUBLIC',
  message: `publicOnly doesn't connect to ${host}: its address is not public. If you trust it, add it to the option allow.`,
});

const answering =
  (found: unknown): Lookup =>
  (_host, _options, answer) =>
    answer(null, found);

describe('publicOnly and a host that is an address', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://１２７.0.0.1/', '127.0.0.1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ])('check the address before a connection is opened: %s', async (url, host) => {
    const { to, asked } = connector();
    // The form that undici passes on.
    const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '');
    expect(await to({ hostname })).toMatchObject(notPublic(host));
    expect(asked).toEqual([]);
  });

  it('open a connection if the address is public or allowed', async () => {
    const { to, asked } = connector({ allow: ['10.1.0.0/16'] });
    const hosts = ['93.184.215.14', '2606:4700::1111', '10.1.2.3'];
    for (const hostname of hosts) expect(await to({ hostname })).toBe('connected');
    expect(asked.map(({ hostname }) => hostname)).toEqual(hosts);
  });
});

describe('the lookup of publicOnly', () => {
  it('returns all addresses if all are requested', async () => {
    const addresses = [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ];
    expect(await connector({ lookup: answering(addresses) }).lookup()).toEqual(addresses);
  });

  it('returns the first address and its family if one is requested', async () => {
    const addresses = [{ address: '2606:4700::1111' }, { address: '93.184.215.14' }];
    expect(await connector({ lookup: answering(addresses) }).lookup('example.com', {})).toEqual([
      '2606:4700::1111',
      6,
    ]);
  });

  it.each([
    ['127.0.0.1', 6],
    ['::1', 4],
  ])('rejects a private address regardless of the returned family: %s with %s', async (address, family) => {
    expect(await connector({ lookup: answering([{ address, family }]) }).lookup()).toMatchObject(
      notPublic('example.com'),
    );
  });

  it('accepts a lookup function that returns a single address', async () => {
    const one =
      (address: string): Lookup =>
      (_host, _options, answer) =>
        answer(null, address, 4);
    expect(await connector({ lookup: one('93.184.215.14') }).lookup()).toEqual([
      { address: '93.184.215.14', family: 4 },
    ]);
    expect(await connector({ lookup: one('127.0.0.1') }).lookup('a.example', {})).toMatchObject(
      notPublic('a.example'),
    );
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no address', []],
    ['a name', 'localhost'],
    ['an array with an empty entry', [{ address: '93.184.215.14' }, undefined]],
    ['an array of strings', ['93.184.215.14']],
  ])('rejects the host if the lookup function returns %s', async (_, found) => {
    expect(await connector({ lookup: answering(found) }).lookup()).toBeInstanceOf(Error);
  });

  it('fails with the error of the lookup function', async () => {
    const failed = new Error('getaddrinfo ENOTFOUND');
    const throwing: Lookup = () => {
      throw failed;
    };
    const ways: Lookup[] = [
      (_host, _options, answer) => answer(failed),
      throwing,
      () => Promise.reject(failed),
    ];
    for (const lookup of ways) expect(await connector({ lookup }).lookup()).toBe(failed);
  });

  it('passes on the options of the connection, and requests all addresses', async () => {
    const asked: unknown[] = [];
    const lookup: Lookup = (host, options, answer) => {
      asked.push([host, options]);
      answer(null, '93.184.215.14');
    };
    await connector({ lookup }).lookup('example.com', { family: 4, hints: 32 });
    expect(asked).toEqual([['example.com', { family: 4, hints: 32, all: true }]]);
  });

  it('uses the system resolver without a lookup function', async () => {
    expect(await connector().lookup('localhost')).toMatchObject(notPublic('localhost'));
  });
});

describe('publicOnly rejects ways around the address check', () => {
  it.each([
    ['a unix socket from the options of a dispatcher', { socketPath: '/run/api.sock' }, /a local socket/],
    ['a connection that other code has opened', { httpSocket: {} }, /other code opened/],
  ])('by %s', async (_, target, said) => {
    const { to, asked } = connector({ allow: ['0.0.0.0/0', '::/0'] });
    expect(await to({ hostname: '93.184.215.14', ...target })).toMatchObject({
      code: 'ERR_NOT_PUBLIC',
      message: expect.stringMatching(said),
    });
    expect(asked).toEqual([]);
  });

  it.each(['path', 'socketPath'])('by the option %s', (name) => {
    expect(() => connector({ [name]: '/run/api.sock' })).toThrow(
      `publicOnly doesn't allow the option ${name}`,
    );
    expect(() => connector({ [name]: null })).not.toThrow();
  });
});

describe('the arguments of publicOnly', () => {
  it('include options of a connector, which are passed on without the own options', () => {
    const { made } = connector({ allow: ['10.0.0.1'], timeout: 5, allowH2: true, ca: null });
    expect(made).toEqual({ timeout: 5, allowH2: true, lookup: expect.any(Function) });
  });

  it.each<[string, object, string]>([
    ['allow', { allow: '10.0.0.1' }, 'allow is a string: pass an array of strings.'],
    [
      'allow',
      { allow: ['10.0.0.0/33'] },
      "allow[] is '10.0.0.0/33': pass an IP address, or a range such as 10.1.0.0/16.",
    ],
    ['lookup', { lookup: 'dns' }, 'lookup is a string: pass a function.'],
  ])('are rejected by name: %s', (_, options, said) => {
    expect(() => connector(options)).toThrow(said);
  });

  it.each([undefined, null, {}, 'undici'])('are rejected without a buildConnector: %o', (build) => {
    expect(() => publicOnly(build as never)).toThrow(': pass buildConnector from undici.');
  });

  it('are rejected if they contain a finished connector, which would connect at once', () => {
    let isClosed = false;
    const made = () => ({ destroy: () => (isClosed = true) });
    expect(() => publicOnly(made)).toThrow(
      'publicOnly got a connector: pass buildConnector from undici itself.',
    );
    expect(isClosed).toBe(true);
  });
});
