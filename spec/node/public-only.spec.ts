import { describe, expect, it } from 'vitest';
import { publicOnly } from '../../lib/entries/node.js';

type Answer = (error: unknown, found?: unknown, family?: number) => void;
type Lookup = (hostname: string, options: { all?: boolean; family?: number }, answer: Answer) => unknown;

interface Target {
  readonly hostname: string;
  readonly socketPath?: string | null;
  readonly httpSocket?: object;
}

/** A connector in undici's place, which says what it was made with and whom it was asked for. */
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

describe('a host that is an address', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://１２７.0.0.1/', '127.0.0.1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ])('is judged before a connection is opened: %s', async (url, host) => {
    const { to, asked } = connector();
    // As undici hands it on.
    const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '');
    expect(await to({ hostname })).toMatchObject(notPublic(host));
    expect(asked).toEqual([]);
  });

  it('is connected to where it is public, or allowed', async () => {
    const { to, asked } = connector({ allow: ['10.1.0.0/16'] });
    const hosts = ['93.184.215.14', '2606:4700::1111', '10.1.2.3'];
    for (const hostname of hosts) expect(await to({ hostname })).toBe('connected');
    expect(asked.map(({ hostname }) => hostname)).toEqual(hosts);
  });
});

describe('a host that is a name', () => {
  it('gets all its addresses, where all are wanted', async () => {
    const addresses = [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ];
    expect(await connector({ lookup: answering(addresses) }).lookup()).toEqual(addresses);
  });

  it('gets its first address and the family of that, where one is wanted', async () => {
    const addresses = [{ address: '2606:4700::1111' }, { address: '93.184.215.14' }];
    expect(await connector({ lookup: answering(addresses) }).lookup('example.com', {})).toEqual([
      '2606:4700::1111',
      6,
    ]);
  });

  it.each([
    ['127.0.0.1', 6],
    ['::1', 4],
  ])('is refused whatever family its lookup says: %s of %s', async (address, family) => {
    expect(await connector({ lookup: answering([{ address, family }]) }).lookup()).toMatchObject(
      notPublic('example.com'),
    );
  });

  it('takes the answer of a lookup that knows of one address only', async () => {
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
    ['a hole in the list', [{ address: '93.184.215.14' }, undefined]],
    ['a list of texts', ['93.184.215.14']],
  ])('is refused when its lookup gives %s', async (_, found) => {
    expect(await connector({ lookup: answering(found) }).lookup()).toBeInstanceOf(Error);
  });

  it('fails as its lookup fails', async () => {
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

  it('is asked for with the options of the connection, and for all of its addresses', async () => {
    const asked: unknown[] = [];
    const lookup: Lookup = (host, options, answer) => {
      asked.push([host, options]);
      answer(null, '93.184.215.14');
    };
    await connector({ lookup }).lookup('example.com', { family: 4, hints: 32 });
    expect(asked).toEqual([['example.com', { family: 4, hints: 32, all: true }]]);
  });

  it('is looked up by the system, where no lookup is given', async () => {
    expect(await connector().lookup('localhost')).toMatchObject(notPublic('localhost'));
  });
});

describe('what leads around an address is refused', () => {
  it.each([
    ['a unix socket that a dispatcher was given', { socketPath: '/run/api.sock' }, /a local socket/],
    ['a connection that somebody else has opened', { httpSocket: {} }, /other code opened/],
  ])('%s', async (_, target, said) => {
    const { to, asked } = connector({ allow: ['0.0.0.0/0', '::/0'] });
    expect(await to({ hostname: '93.184.215.14', ...target })).toMatchObject({
      code: 'ERR_NOT_PUBLIC',
      message: expect.stringMatching(said),
    });
    expect(asked).toEqual([]);
  });

  it.each(['path', 'socketPath'])('the option %s', (name) => {
    expect(() => connector({ [name]: '/run/api.sock' })).toThrow(
      `publicOnly doesn't allow the option ${name}`,
    );
    expect(() => connector({ [name]: null })).not.toThrow();
  });
});

describe('what publicOnly is given', () => {
  it('hands the options of a connector on, and keeps its own', () => {
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
  ])('is refused by name: %s', (_, options, said) => {
    expect(() => connector(options)).toThrow(said);
  });

  it.each([undefined, null, {}, 'undici'])('is refused where it is no buildConnector: %o', (build) => {
    expect(() => publicOnly(build as never)).toThrow(': pass buildConnector from undici.');
  });

  it('is refused where it is what buildConnector makes, which connects at once', () => {
    let isClosed = false;
    const made = () => ({ destroy: () => (isClosed = true) });
    expect(() => publicOnly(made)).toThrow(
      'publicOnly got a connector: pass buildConnector from undici itself.',
    );
    expect(isClosed).toBe(true);
  });
});
