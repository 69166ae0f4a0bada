import { fails, includes, ok, same, succeeds } from './expect.mjs';
import { json, needs } from './kit.mjs';

const text = (body, init) => () => new Response(body, init);

const schema = (validate) => ({ '~standard': { version: 1, vendor: 'own', validate } });

export const responses = {
  async 'decodes JSON, with the response beside the data'(t) {
    const result = await t.stub({}, () => json({ a: [1, null, 'é'] }, 201)).call();
    succeeds(result, { a: [1, null, 'é'] });
    same([result.error, result.response.status], [null, 201]);
  },

  async 'reads JSON whatever its Content-Type says'(t) {
    succeeds(await t.stub({}, text('{"a":1}', { headers: { 'content-type': 'text/html' } })).call(), {
      a: 1,
    });
  },

  async 'ignores a byte order mark before JSON'(t) {
    succeeds(await t.stub({}, text('\ufeff{"a":1}')).call(), { a: 1 });
  },

  async 'takes a literal null as data'(t) {
    const { data, error } = await t.stub({}, text('null')).call();
    same([data, error], [null, null]);
  },

  async 'calls an empty 2xx a parse error under json'(t) {
    const error = fails(await t.stub({}, text(null, { status: 200 })).call(), 'parse');
    same([error.status, error.body], [200, '']);
  },

  async 'calls bad JSON a parse error with what the parser threw'(t) {
    const error = fails(await t.stub({}, text('<html>')).call(), 'parse');
    ok(error.body instanceof SyntaxError && error.cause === error.body, 'a SyntaxError, as the cause too');
  },

  async 'reads text, an empty one too'(t) {
    succeeds(await t.stub({ responseType: 'text' }, text('héllo')).call(), 'héllo');
    succeeds(await t.stub({ responseType: 'text' }, text('')).call(), '');
  },

  async 'reads a Blob'(t) {
    const { data } = await t.stub({ responseType: 'blob' }, text('abc')).call();
    ok(data instanceof Blob, 'a Blob');
    same(data.size, 3);
  },

  async 'reads an ArrayBuffer'(t) {
    const bytes = new Uint8Array([0, 255, 128]);
    const { data } = await t.stub({ responseType: 'arrayBuffer' }, text(bytes)).call();
    same([...new Uint8Array(data)], [0, 255, 128]);
  },

  'reads FormData': needs(['response.formData'], async (t) => {
    const init = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const { data } = await t.stub({ responseType: 'formData' }, text('a=1&b=%C3%A9', init)).call();
    same(
      [...data],
      [
        ['a', '1'],
        ['b', 'é'],
      ],
    );
  }),

  async 'has no data under none, whatever was answered'(t) {
    for (const answer of [text('ignored'), text(null, { status: 204 })])
      same((await t.stub({ responseType: 'none' }, answer).call()).data, undefined);
  },

  'cancels the body that none leaves unread': needs(['ReadableStream'], async (t) => {
    let cancelled = false;
    const stream = () => new ReadableStream({ cancel: () => void (cancelled = true) });
    succeeds(await t.stub({ responseType: 'none' }, () => new Response(stream())).call());
    ok(cancelled, 'the stream was cancelled');
  }),

  async 'has no data for HEAD'(t) {
    const result = await t.stub({ method: 'HEAD' }, text(null, { headers: { etag: 'x' } })).call();
    same([result.data, result.error, result.response.headers.get('etag')], [undefined, null, 'x']);
  },

  async 'gives the output of a schema'(t) {
    const double = schema(({ n }) => ({ value: { n: n * 2 } }));
    succeeds(await t.stub({ schema: double }, () => json({ n: 2 })).call(), { n: 4 });
    const later = schema(async ({ n }) => ({ value: { n: n * 3 } }));
    succeeds(await t.stub({ schema: later }, () => json({ n: 2 })).call(), { n: 6 });
  },

  async 'gives the issues of a schema as a parse error'(t) {
    const issues = [{ message: 'too small', path: ['n'] }];
    const error = fails(await t.stub({ schema: schema(() => ({ issues })) }, () => json({})).call(), 'parse');
    same(error.body, issues);
  },

  async 'runs no schema on an error'(t) {
    let asked = 0;
    const counting = schema((value) => ({ value, asked: (asked += 1) }));
    fails(await t.stub({ schema: counting }, () => json({}, 400)).call(), 'http');
    same(asked, 0);
  },

  async 'calls whatever fetch gives that is no Response a network error'(t) {
    for (const answer of [undefined, null, {}, 'text', 42])
      includes(fails(await t.stub({}, () => answer).call(), 'network').body.message, 'no Response');
  },

  'calls a body that breaks off a parse error with its status': needs(['ReadableStream'], async (t) => {
    const thrown = new Error('broke off');
    const stream = () => new ReadableStream({ pull: (controller) => controller.error(thrown) });
    const error = fails(await t.stub({}, () => new Response(stream())).call(), 'parse');
    // Chromium rejects the read with an error of its own.
    same([error.status, error.body instanceof Error, error.cause === error.body], [200, true, true]);
  }),

  'decodes UTF-8 that is cut in the middle of a character': needs(['ReadableStream'], async (t) => {
    const bytes = new TextEncoder().encode('"a😀é"');
    const stream = () =>
      new ReadableStream({
        start(controller) {
          for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
          controller.close();
        },
      });
    succeeds(await t.stub({}, () => new Response(stream())).call(), 'a😀é');
  }),
};
