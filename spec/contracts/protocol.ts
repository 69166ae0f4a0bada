import { describe, expect, it } from '@jest/globals';
import type { Protocol } from '../../lib/client/protocol.js';
import { explosiveProxy, hostileValues, revokedProxy, withGetter } from '../support/hostile-values.js';
import { broken } from '../support/streams.js';

/** What a protocol's suite is told of it. */
export interface ProtocolUnderTest {
  /** A protocol as the client makes one. */
  readonly protocol: Protocol;
  /** What its `method` and `path` are. */
  readonly method: string;
  readonly path: string;
  /** What errors name when no URL could be built. */
  readonly urlTemplate: string;
  /** Params that become a request, and the URL that it goes to. */
  readonly params: unknown;
  readonly url: string;
  /** Params that can't become one. */
  readonly refused: unknown;
  /** The body of a success, and the data that it holds. */
  readonly text: string;
  readonly data: unknown;
}

const circular = (): object => {
  const object: Record<string, unknown> = {};
  object['self'] = object;
  return object;
};

const hostileParams: [string, () => unknown][] = [
  ...hostileValues,
  ['a getter that throws', () => withGetter('id', {})],
  ['a member that throws at every touch', () => ({ id: explosiveProxy() })],
  ['a revoked member', () => ({ id: revokedProxy(), other: revokedProxy() })],
  ['a toJSON that throws', () => withGetter('toJSON', { id: 1 })],
  ['a circular structure', circular],
  ['a BigInt', () => ({ id: 1, value: 1n })],
];

const bodies = ['', 'null', '5', '[]', '{', '<html>', '{"data":null}', '{"__proto__":{"data":1}}', '\0'];
const statuses = [200, 201, 299, 304, 400, 404, 500, 503];

const encodes = ({ method, params, path, protocol, refused, url, urlTemplate }: ProtocolUnderTest): void => {
  it('has method, path, operation and urlTemplate from the start', () => {
    expect(protocol).toMatchObject({ method, path, urlTemplate, operation: expect.any(String) });
  });

  it('encode gives the URL, and a body with its Content-Type or neither', () => {
    const encoded = protocol.encode(params);
    expect(encoded).toMatchObject({ url });
    expect(encoded.problem).toBeUndefined();
    expect(encoded.body === null).toBe(encoded.contentType === null);
  });

  it('encode gives the same for the same params', () => {
    expect(protocol.encode(params)).toEqual(protocol.encode(params));
  });

  it('encode tells the problem of params that are refused, and gives no body', () => {
    const { body, contentType, problem, url: reached } = protocol.encode(refused);
    expect(problem?.thrown).toBeInstanceOf(TypeError);
    expect([body, contentType, typeof reached]).toEqual([null, null, 'string']);
  });

  it.each(hostileParams)('encode never throws: %s', (_what, value) => {
    const { problem, url: reached } = protocol.encode(value());
    expect(typeof reached).toBe('string');
    expect(problem === undefined || 'thrown' in problem).toBe(true);
  });
};

const decodes = ({ data, protocol, text }: ProtocolUnderTest): void => {
  const decode = (body: BodyInit | null, status = 200) => {
    const response = new Response(status === 304 ? null : body, { status });
    return protocol.decode(response, response);
  };

  it('decode gives the data of a success', async () => {
    expect(await decode(text)).toEqual({ data });
  });

  it('decode reads from the source, and not from the response', async () => {
    expect(await protocol.decode(new Response('{'), new Response(text))).toEqual({ data });
  });

  it.each(statuses.flatMap((status) => bodies.map((body) => [status, body] as const)))(
    "decode never rejects: %d with %j, which is 'http' just when it is not 2xx",
    async (status, body) => {
      const { kind } = await decode(body, status);
      expect(kind === 'http').toBe(status > 299);
    },
  );

  it.each(hostileValues)(
    "decode never rejects: a 2xx that breaks off with %s is 'parse'",
    async (_what, value) => {
      const thrown = value();
      const decoded = await decode(broken(thrown));
      expect(decoded.kind).toBe('parse');
      expect(decoded.kind && Object.is(decoded.body, thrown) && Object.is(decoded.cause, thrown)).toBe(true);
    },
  );

  it.each(hostileValues)(
    "decode never rejects: a 500 that breaks off with %s is 'http'",
    async (_what, value) => {
      expect(await decode(broken(value()), 500)).toEqual({ kind: 'http', body: null });
    },
  );

  it("decode never rejects: a body that was read already is 'parse'", async () => {
    const response = new Response(text);
    await response.text();
    expect((await protocol.decode(response, response)).kind).toBe('parse');
  });
};

/** The contract of `Protocol`. */
export const protocolContract = (name: string, under: ProtocolUnderTest): void => {
  describe(`${name} is a Protocol`, () => {
    encodes(under);
    decodes(under);
  });
};
