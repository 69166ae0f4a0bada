import { fails, ok, same, succeeds } from './expect.mjs';
import { deferred, json, macrotask, needs, pending, silent } from './kit.mjs';

export const deadlines = {
  async 'ends a call at its deadline with a timeout error of status 0'(t) {
    const result = await t.stub({ timeout: 5 }, pending).call();
    const error = fails(result, 'timeout');
    same([error.status, error.body.name, result.response], [0, 'TimeoutError', null]);
  },

  async 'ends a call whose fetch listens to no signal'(t) {
    fails(await t.stub({ timeout: 5 }, silent).call(), 'timeout');
  },

  async 'aborts the request at the deadline'(t) {
    const { call, sent } = t.stub({ timeout: 5 }, silent);
    await call();
    ok(sent[0].signal.aborted, "fetch's signal is aborted");
  },

  async 'takes the deadline of the call over those of the endpoint and the client'(t) {
    const { call } = t.stub({ timeout: 60_000 }, pending, { timeout: 60_000 });
    fails(await call({}, { timeout: 5 }), 'timeout');
  },

  async 'has no deadline with 0, a negative number or NaN'(t) {
    for (const timeout of [0, -1, NaN]) {
      const { call } = t.stub({ timeout: 1 }, () => macrotask(20).then(() => json(1)));
      succeeds(await call({}, { timeout }), 1);
    }
  },

  async 'takes a deadline longer than timers can'(t) {
    succeeds(await t.stub({ timeout: 2 ** 40 }, () => macrotask(5).then(() => json(1))).call(), 1);
  },

  async 'ends a call whose middleware is stuck'(t) {
    const { call, sent } = t.stub({ middleware: [silent], timeout: 5 });
    same([fails(await call(), 'timeout').status, sent.length], [0, 0]);
  },

  async 'discards what a stuck chain does later'(t) {
    const gate = deferred();
    const late = deferred();
    const slow = async (_ctx, next) => {
      await gate.promise;
      const result = await next();
      late.resolve(result);
      return result;
    };
    const { call, sent } = t.stub({ middleware: [slow], timeout: 5 });
    const delivered = await call();
    fails(delivered, 'timeout');
    gate.resolve();
    ok((await late.promise).error === delivered.error, 'a late next() gives the delivered Result');
    same(sent.length, 0);
  },

  async 'keeps the Result of a chain that answers within a macrotask of the deadline'(t) {
    const rescue = async ({ request }, next) => {
      const result = await next();
      return request.signal.aborted ? { ...result, data: 'rescued', error: null } : result;
    };
    succeeds(await t.stub({ middleware: [rescue], timeout: 5 }, pending).call(), 'rescued');
  },

  async 'tells onError of a stuck chain once'(t) {
    const heard = [];
    const onError = ({ kind }) => heard.push(kind);
    await t.stub({ middleware: [silent], timeout: 5 }, undefined, { onError }).call();
    await macrotask(5);
    same(heard, ['timeout']);
  },

  async 'ends while a schema is still at work'(t) {
    const schema = { '~standard': { version: 1, vendor: 'own', validate: silent } };
    fails(await t.stub({ schema, timeout: 5 }, () => json({})).call(), 'timeout');
  },

  'ends while the body is read': needs(['ReadableStream'], async (t) => {
    const answer = () => new Response(new ReadableStream({}));
    fails(await t.stub({ timeout: 5 }, answer).call(), 'timeout');
    fails(
      await t.stub({ timeout: 5 }, () => new Response(new ReadableStream({}), { status: 500 })).call(),
      'timeout',
    );
  }),

  async 'starts a fresh deadline with retry()'(t) {
    const { call, sent } = t.stub({ timeout: 500 }, (url, init, n) =>
      n === 1 ? pending(url, init) : json(n),
    );
    const first = await call({}, {});
    fails(first, 'timeout');
    succeeds(await first.retry(), 2);
    same(sent.length, 2);
  },

  async 'leaves no signal to fetch where there is nothing to end a call'(t) {
    const { call, sent } = t.stub();
    await call();
    same(sent[0].signal, null);
  },

  async 'calls a middleware that throws the deadline as it is, or as a cause, a timeout'(t) {
    for (const wrap of [(reason) => reason, (cause) => new Error('gave up', { cause })]) {
      const rethrow = async ({ request }) => {
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
        throw wrap(request.signal.reason);
      };
      const error = fails(await t.stub({ middleware: [rethrow], timeout: 5 }).call(), 'timeout');
      same(error.body.name, 'TimeoutError');
    }
  },
};
