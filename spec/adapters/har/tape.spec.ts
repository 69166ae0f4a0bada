import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createApi, defineRequest, retryMiddleware } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { draws } from '../../support/effort.js';
import { broken } from '../../support/streams.js';
import { tapeIn } from '../../../lib/adapters/har/open-tape.js';
import type { HarEntry, TapeOptions } from '../../../lib/entries/har.js';
import { MemoryFile, recorded, replaying, type Send, textFrom } from '../../support/tapes.js';

const A = 'http://a.test';

/** Responds with the number of requests so far. */
const counting = (): (() => Response) => {
  let count = 0;
  return () => {
    count += 1;
    return jsonResponse(`answer ${count}`);
  };
};

const replay = async (
  file: MemoryFile,
  use: (send: Send) => Promise<unknown>,
  options: TapeOptions = {},
): Promise<void> => {
  const tape = await replaying(file, options);
  await use(tape.fetch);
  await tape.close();
};

describe('a recording (rules.md#tapes)', () => {
  it('sends each request unchanged, and returns its response', async () => {
    const sent: unknown[] = [];
    await recorded(
      (url, init) => {
        sent.push(url, init.method, init.headers, init.body);
        return jsonResponse({ n: 1 }, { status: 201, statusText: 'Made', headers: { 'x-own': 'x' } });
      },
      async (send) => {
        const response = await send(`${A}/a?token=x`, { method: 'POST', headers: { a: 'b' }, body: 'c' });
        expect([response.status, response.statusText, response.headers.get('x-own')]).toEqual([
          201,
          'Made',
          'x',
        ]);
        expect(await response.json()).toEqual({ n: 1 });
      },
    );
    expect(sent).toEqual([`${A}/a?token=x`, 'POST', { a: 'b' }, 'c']);
  });

  it('stores requests and responses in the order of the requests', async () => {
    const held: (() => void)[] = [];
    const file = await recorded(
      (url) =>
        new Promise((resolve) => {
          held.push(() => resolve(jsonResponse(url)));
        }),
      async (send) => {
        const all = Promise.all(['/1', '/2'].map((path) => textFrom(send, A + path)));
        while (held.length < 2) await Promise.resolve();
        held.reverse().forEach((answer) => answer());
        await all;
      },
    );
    expect(file.entries.map(({ request, response }) => [request.url, response.content.text])).toEqual([
      [`${A}/1`, `"${A}/1"`],
      [`${A}/2`, `"${A}/2"`],
    ]);
  });

  it('omits headers about the transfer of the body, cookies and times', async () => {
    const names = [
      'content-encoding',
      'content-length',
      'transfer-encoding',
      'set-cookie',
      'date',
      'age',
      'content-type',
      'etag',
    ];
    const headers = names.map((name): [string, string] => [name, '7']);
    const file = await recorded(
      () => new Response('[]', { headers }),
      (send) => textFrom(send, `${A}/`, { headers: { cookie: 'a=b' } }),
    );
    const [{ request, response }] = file.entries as [(typeof file.entries)[0]];
    expect(response.headers.map(({ name }) => name)).toEqual(['content-type', 'etag']);
    expect([request.headers, request.cookies, response.cookies]).toEqual([[], [], []]);
  });

  it('produces the same file each time', async () => {
    const once = () =>
      recorded(
        () => jsonResponse('x', { headers: { date: new Date().toUTCString() } }),
        (send) => Promise.all(['/1', '/2', '/3'].map((path) => textFrom(send, A + path))),
      );
    expect((await once()).text).toBe((await once()).text);
  });

  it('stores real times and dates with timings: true', async () => {
    const before = new Date().toISOString();
    const file = await recorded(
      () => jsonResponse('x', { headers: { date: 'now' } }),
      (send) => textFrom(send, `${A}/`),
      { timings: true },
    );
    expect(file.entries[0]!.startedDateTime >= before).toBe(true);
    expect(file.entries[0]!.response.headers).toContainEqual({ name: 'date', value: 'now' });
  });

  it('keeps bodies of the types in `bodies.unredacted` unchanged', async () => {
    const bytes = new Uint8Array([0, 255, 128, 7]);
    const bodies = [bytes, '\ufeffa"\u2028\0'];
    const answers = [
      new Response(bytes, { headers: { 'content-type': 'image/png' } }),
      new Response(bodies[1] as string, { headers: { 'content-type': 'text/plain' } }),
    ];
    const options = { bodies: { unredacted: ['image/png', 'TEXT/plain; charset=utf-8'] } };
    const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'sent' };
    const file = await recorded(
      () => answers.shift()!,
      async (send) => {
        await textFrom(send, `${A}/1`, init);
        await textFrom(send, `${A}/2`);
      },
      options,
    );
    expect(file.entries[0]!.request.postData?.text).toBe('sent');
    await replay(
      file,
      async (send) => {
        expect(new Uint8Array(await (await send(`${A}/1`, init)).arrayBuffer())).toEqual(bytes);
        expect(new Uint8Array(await (await send(`${A}/2`)).arrayBuffer())).toEqual(
          new TextEncoder().encode(bodies[1] as string),
        );
      },
      options,
    );
  });

  it("is not written if a response body can't be stored", async () => {
    const file = new MemoryFile();
    const answers = [
      new Response('<p>', { headers: { 'content-type': 'text/plain' } }),
      new Response(new Uint8Array([255]), { headers: { 'content-type': 'image/png' } }),
    ];
    const fetch = async (): Promise<Response> => answers.shift()!;
    const tape = await tapeIn(file, 'a.har', { fetch: fetch });
    expect(await textFrom(tape.fetch, `${A}/1?token=x`)).toBe('<p>');
    await textFrom(tape.fetch, `${A}/2`);
    await expect(tape.close()).rejects.toThrow(
      [
        "The tape was not written: homing can't redact the responses to",
        `  GET ${A}/1?token=REDACTED`,
        `  GET ${A}/2`,
        "Pass bodies: { unredacted: ['text/plain', 'image/png'] }, or set their text in `redact`.",
      ].join('\n'),
    );
    expect(file.writes).toBe(0);
  });

  it('is written if `redact` replaces such a body with text', async () => {
    const redact = ({ response }: HarEntry) => void (response.content.text ??= 'shown');
    const file = await recorded(
      () => new Response('<p>'),
      (send) => textFrom(send, `${A}/1`),
      { redact },
    );
    await replay(file, async (send) => expect(await textFrom(send, `${A}/1`)).toBe('shown'));
  });

  it("keeps type and length of a request body that can't be redacted", async () => {
    const headers = { 'content-type': 'text/plain' };
    const ask = (body: string) => (send: Send) => textFrom(send, `${A}/1`, { method: 'POST', headers, body });
    const file = await recorded(counting(), ask('hunter2'));
    expect(file.entries[0]!.request).toMatchObject({
      bodySize: 7,
      postData: { mimeType: 'text/plain' },
    });
    expect(file.text).not.toContain('hunter2');
    await replay(file, async (send) => expect(await ask('another')(send)).toBe('"answer 1"'));
    const tape = await replaying(file);
    await expect(ask('longer one')(tape.fetch)).rejects.toThrow('has no entry');
    await expect(tape.close()).rejects.toThrow('another body');
  });

  it('keeps the complete lines of a stream that arrived before it is saved', async () => {
    const file = await recorded(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: {"a')),
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
      async (send) => {
        const reader = (await send(`${A}/`)).body!.getReader();
        await reader.read();
      },
    );
    expect(file.entries[0]!.response.content.text).toBe('data: 1\n\n');
  });

  it('omits failed requests, and requests whose response broke off', async () => {
    const file = await recorded(
      (url) => {
        if (url.endsWith('/1')) throw new Error('Lost.');
        return new Response(broken(new Error('Cut.')));
      },
      async (send) => {
        await expect(send(`${A}/1`)).rejects.toThrow('Lost.');
        await expect(textFrom(send, `${A}/2`)).rejects.toThrow('Cut.');
      },
    );
    expect(file.entries).toEqual([]);
  });

  it('is also written by save, with the entries so far', async () => {
    await recorded(counting(), async (send, tape) => {
      await textFrom(send, `${A}/1`);
      await tape.save();
      expect(tape.entries).toHaveLength(1);
      await textFrom(send, `${A}/2`);
      expect(tape.entries).toHaveLength(2);
    });
  });
});

describe('a replay', () => {
  it('returns status, headers and body, and a new response each time', async () => {
    const file = await recorded(
      () => jsonResponse({ n: 1 }, { status: 418, statusText: 'Teapot', headers: { 'x-total-count': '7' } }),
      (send) => textFrom(send, `${A}/a`),
    );
    await replay(file, async (send) => {
      const [one, other] = await Promise.all([send(`${A}/a`), send(`${A}/a`)]);
      expect({ status: one.status, statusText: one.statusText, ok: one.ok, url: one.url }).toEqual({
        status: 418,
        statusText: 'Teapot',
        ok: false,
        url: `${A}/a`,
      });
      expect([one.headers.get('x-total-count'), one.headers.get('content-type')]).toEqual([
        '7',
        'application/json',
      ]);
      expect([await one.json(), await other.json()]).toEqual([{ n: 1 }, { n: 1 }]);
    });
  });

  it('returns the nth response for the nth equal request, and then repeats the last one', async () => {
    const file = await recorded(counting(), async (send) => {
      await textFrom(send, `${A}/a`);
      await textFrom(send, `${A}/a`);
    });
    await replay(file, async (send) => {
      const texts = await Promise.all([1, 2, 3, 4].map(() => textFrom(send, `${A}/a`)));
      expect(texts).toEqual(['"answer 1"', '"answer 2"', '"answer 2"', '"answer 2"']);
    });
  });

  it.each([204, 205, 304])('returns %i without a body', async (status) => {
    const file = await recorded(
      () => new Response(null, { status }),
      (send) => send(`${A}/a`),
    );
    await replay(file, async (send) => {
      const response = await send(`${A}/a`);
      expect({ status: response.status, body: response.body }).toEqual({ status, body: null });
    });
  });

  it('writes nothing', async () => {
    const file = await recorded(counting(), (send) => textFrom(send, `${A}/a`));
    const { text } = file;
    const tape = await replaying(file);
    await textFrom(tape.fetch, `${A}/a`);
    await tape.save();
    await tape.close();
    expect({ writes: file.writes, text: file.text }).toEqual({ writes: 1, text });
  });

  it('uses no response for a request that was already aborted', async () => {
    const file = await recorded(counting(), async (send) => {
      await textFrom(send, `${A}/a`);
      await textFrom(send, `${A}/a`);
    });
    await replay(file, async (send) => {
      const signal = AbortSignal.abort('enough');
      await expect(send(`${A}/a`, { signal })).rejects.toBe('enough');
      expect(await textFrom(send, `${A}/a`)).toBe('"answer 1"');
    });
  });

  it('finds a redacted response for the same request with another secret', async () => {
    const ask = (secret: string) => (send: Send) =>
      textFrom(send, `${A}/a?token=${secret}`, {
        method: 'POST',
        headers: { authorization: secret, 'content-type': 'application/json' },
        body: JSON.stringify({ password: secret, pin: secret.length }),
      });
    const file = await recorded(counting(), ask('one'));
    await replay(file, async (send) => expect(await ask('another')(send)).toBe('"answer 1"'));
  });

  it("returns a 'network' error if an archive lacks the body of a response", async () => {
    const file = await recorded(counting(), (send) => textFrom(send, `${A}/a`));
    const content = { size: 7, mimeType: 'text/html; charset=utf-8' };
    const entry = { ...file.entries[0]!, response: { ...file.entries[0]!.response, content } };
    const foreign = new MemoryFile(JSON.stringify({ log: { entries: [entry] } }));
    await replay(foreign, async (send) => {
      await expect(send(`${A}/a`)).rejects.toThrow(
        "The tape a.har has no response body: record it with bodies: { unredacted: ['text/html'] }.",
      );
    });
  });

  it('reads an archive from another program', async () => {
    const file = await recorded(counting(), (send) => textFrom(send, `${A}/a`));
    const [entry] = file.entries as [(typeof file.entries)[0]];
    const headers = [
      { name: ':status', value: '200' },
      { name: 'Content-Encoding', value: 'gzip' },
      { name: 'X-Own', value: '1' },
    ];
    const request = { ...entry.request, url: 'https://ada:pw@b.test/a?sig=x#top' };
    const response = {
      ...entry.response,
      headers,
      content: { size: 1, mimeType: '', text: 'QQ==', encoding: 'base64' },
    };
    const foreign = new MemoryFile(JSON.stringify({ log: { entries: [{ ...entry, request, response }] } }));
    await replay(foreign, async (send) => {
      const answer = await send('http://c.test/a?sig=y');
      expect([[...answer.headers], await answer.text()]).toEqual([[['x-own', '1']], 'A']);
    });
  });
});

describe('a request without an entry', () => {
  const api = (fetch: unknown) =>
    createApi({
      baseUrl: A,
      fetch: fetch as typeof globalThis.fetch,
      requests: { list: defineRequest<unknown, { page: number }>()({ method: 'GET', path: '/users' }) },
      middleware: [retryMiddleware({ baseDelay: 10_000 })],
    });

  it("causes a 'network' error, which is not retried", async () => {
    const tape = await replaying(await recorded(counting(), (send) => textFrom(send, `${A}/users?page=1`)));
    const { error } = await api(tape.fetch).list({ page: 2 });
    expect([error?.kind, error?.message]).toEqual([
      'network',
      'GET /users was not sent. The tape a.har has no entry for this request: close() names the nearest.',
    ]);
    await expect(tape.close()).rejects.toThrow();
  });

  it('is reported once when the tape is closed, with the nearest entry', async () => {
    const file = await recorded(counting(), async (send) => {
      await textFrom(send, `${A}/other`);
      await textFrom(send, `${A}/users?page=1`);
      await textFrom(send, `${A}/users`, { method: 'POST', body: '[1]' });
    });
    const tape = await replaying(file);
    await tape.fetch(`${A}/users?page=2`).catch(() => undefined);
    await tape.fetch(`${A}/users?page=2`).catch(() => undefined);
    await tape.fetch(`${A}/users`, { method: 'POST', body: '[2]' }).catch(() => undefined);
    await expect(tape.close()).rejects.toThrow(
      [
        'The tape a.har has no entry for',
        '  GET /users?page=2 (nearest: GET /users?page=1, another URL)',
        '  POST /users (nearest: POST /users, another body)',
        "Record it again with mode: 'record'.",
      ].join('\n'),
    );
  });

  it('is reported if the tape is empty', async () => {
    const tape = await replaying(await recorded(counting(), () => Promise.resolve()));
    await tape.fetch(`${A}/a?token=x`).catch(() => undefined);
    await expect(tape.close()).rejects.toThrow('GET /a?token=REDACTED (it is empty)');
  });
});

describe('a closed tape', () => {
  it('rejects further requests, and close() has the same outcome again', async () => {
    const file = await recorded(counting(), async (send, tape) => {
      await tape.close();
      await tape.close();
      await expect(send(`${A}/a`)).rejects.toThrow('The tape a.har is closed.');
    });
    expect(file.writes).toBe(1);
  });

  it('can be closed by `await using`', async () => {
    const file = await recorded(counting(), (send) => textFrom(send, `${A}/a`));
    const tape = await replaying(file);
    await tape.fetch(`${A}/b`).catch(() => undefined);
    await expect(tape[Symbol.asyncDispose]()).rejects.toThrow('GET /b');
  });
});

describe('a secret', () => {
  const SECRET = 'hunter2';

  it('never appears in the file: in a header, query, body, user of the URL or cookie', async () => {
    const names = fc.constantFrom('password', 'accessToken', 'api_key', 'client-secret', 'sid');
    const headers = fc.constantFrom('authorization', 'x-api-key', 'x-own', 'proxy-authorization');
    const secret = fc.string({ minLength: 1 }).map((text) => `${SECRET}${text}`);
    await fc.assert(
      fc.asyncProperty(names, headers, secret, fc.boolean(), async (name, header, text, isForm) => {
        const field = encodeURIComponent(text);
        const file = await recorded(
          () =>
            jsonResponse(
              { [name]: text, next: `https://ada:${field}@h.test/?${name}=${field}` },
              { headers: { 'set-cookie': `a=${field}`, [header]: field, location: `/?${name}=${field}` } },
            ),
          (send) =>
            textFrom(send, `http://${SECRET}:${field}@a.test/?q=1&${name}=${field}#${name}=${field}`, {
              method: 'POST',
              headers: {
                [header]: field,
                cookie: `a=${field}`,
                'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
              },
              body: isForm ? `a=1&${name}=${field}` : JSON.stringify({ a: { [name]: [text] } }),
            }),
          { secrets: [SECRET] },
        );
        expect(file.text).not.toContain(SECRET);
      }),
      draws(100, 2000),
    );
  });

  it("prevents writing the file if redaction can't recognize it", async () => {
    const path = recorded(counting(), (send) => textFrom(send, `${A}/reset/${SECRET}`), {
      secrets: ['x', SECRET],
    });
    await expect(path).rejects.toThrow(
      'The tape was not written: secrets[1] is in the request of entry 1. Remove it with `redact`.',
    );
  });

  it('can be removed by redact, in recording and in replay', async () => {
    const options = {
      secrets: [SECRET],
      redact: ({ request }: { request: { url: string } }) => {
        request.url = request.url.replace(/(reset\/)\w+/, '$1REDACTED');
      },
    };
    const file = await recorded(counting(), (send) => textFrom(send, `${A}/reset/${SECRET}`), options);
    const tape = await replaying(file, options);
    expect(await textFrom(tape.fetch, `${A}/reset/other`)).toBe('"answer 1"');
    await tape.close();
  });
});
