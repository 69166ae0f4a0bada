import { describe, expect, it } from 'vitest';
import type { Protocol } from '../../lib/core/call/endpoint.js';
import { openBody } from '../support/open-body.js';
import { sourceOf } from '../../lib/core/http/response-decoder.js';
import { broken } from '../support/streams.js';

/** The input of a protocol's suite. */
export interface ProtocolUnderTest {
  /** A protocol as the client creates it. */
  readonly protocol: Protocol;
  /** The expected `method` and `path`. */
  readonly method: string;
  readonly path: string;
  /** The path template as it is joined to the base URL. */
  readonly template: string;
  /** Params that become a request, and its path and query before they are joined to the base URL. */
  readonly params: unknown;
  readonly url: string;
  readonly query: string;
  /** Params that can't become a request. */
  readonly refused: unknown;
  /** The body of a successful response, and its data. */
  readonly text: string;
  readonly data: unknown;
}

const circular = (): object => {
  const object: Record<string, unknown> = {};
  object['self'] = object;
  return object;
};

const hostileParams: [string, () => unknown][] = [
  ['a circular structure', circular],
  ['a BigInt', () => ({ id: 1, value: 1n })],
  ['a symbol', () => Symbol('s')],
  ['a function', () => circular],
  ['members named like members of Object.prototype', () => JSON.parse('{"__proto__":{"id":1},"toString":1}')],
];

const bodies = ['', 'null', '5', '[]', '{', '<html>', '{"data":null}', '{"__proto__":{"data":1}}', '\0'];
const statuses = [200, 201, 299, 304, 400, 404, 500, 503];

const encodes = ({
  method,
  params,
  path,
  protocol,
  query,
  refused,
  template,
  url,
}: ProtocolUnderTest): void => {
  it('has method, path, operation and template from the start', () => {
    const { definition } = protocol;
    expect(definition).toMatchObject({ method, path, template, operation: expect.any(String) });
  });

  it('encode returns path and query, and a body with its Content-Type or neither', () => {
    const encoded = protocol.encode(params);
    expect(encoded).toMatchObject({ url, query, body: expect.anything() });
    expect(encoded.body?.body === null).toBe(encoded.body?.contentType === null);
  });

  it('encode returns the same result for the same params', () => {
    expect(protocol.encode(params)).toEqual(protocol.encode(params));
  });

  it('encode returns an error for invalid params, and no body', () => {
    expect(protocol.encode(refused)).toMatchObject({
      url: expect.any(String),
      body: undefined,
      refusal: expect.any(TypeError),
    });
  });

  it.each(hostileParams)('encode never throws: %s', (_what, value) => {
    expect(protocol.encode(value()).url).toEqual(expect.any(String));
  });
};

const decodes = ({ data, protocol, text }: ProtocolUnderTest): void => {
  const decode = (body: BodyInit | null, status = 200) => {
    const response = new Response(status === 304 ? null : body, { status });
    return protocol.decoder.decode(openBody(response));
  };

  it('decode returns the data of a success', async () => {
    expect(await decode(text)).toEqual({ data });
  });

  it('decode reads from the source, not from the response', async () => {
    expect(await protocol.decoder.decode(openBody(new Response('{'), sourceOf(new Response(text))))).toEqual({
      data,
    });
  });

  it.each(statuses.flatMap((status) => bodies.map((body) => [status, body] as const)))(
    "decode never rejects: %d with %j, which is an 'http' error only if the status is not 2xx",
    async (status, body) => {
      const { kind } = await decode(body, status);
      expect(kind === 'http').toBe(status > 299);
    },
  );

  it("decode never rejects: a 2xx that breaks off is 'network', and a 500 'http'", async () => {
    const thrown = new Error('torn');
    expect(await decode(broken(thrown))).toMatchObject({ kind: 'network', body: thrown, cause: thrown });
    expect(await decode(broken(thrown), 500)).toEqual({ kind: 'http', body: null });
  });

  it("decode never rejects: a body that was already read is 'parse'", async () => {
    const response = new Response(text);
    await response.text();
    expect((await protocol.decoder.decode(openBody(response))).kind).toBe('parse');
  });
};

/** The contract of `Protocol`. */
export const protocolContract = (name: string, under: ProtocolUnderTest): void => {
  describe(`${name} is a Protocol`, () => {
    encodes(under);
    decodes(under);
  });
};
