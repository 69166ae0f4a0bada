import { includes, ok, same, succeeds } from './expect.mjs';
import { json, withGlobal, written } from './kit.mjs';

export const logging = {
  async 'writes a line for the request and one for its outcome'(t) {
    const { call } = t.stub({}, undefined, { log: true });
    const lines = await written('log', () => call({ q: 1 }));
    same(lines[0], ['[homing] → GET call https://api.test/x?q=1']);
    ok(/^\[homing\] ← call OK \(\d+ms\)$/.test(lines[1][0]), lines[1][0]);
    same(lines.length, 2);
  },

  async 'writes the status of an error'(t) {
    const { call } = t.stub({}, () => json({}, 503), { log: true });
    const lines = await written('log', () => call());
    includes(lines[1][0], '[homing] ← call ERROR 503');
  },

  async 'writes of a refused call too'(t) {
    const { call } = t.stub({ path: '/:id' }, undefined, { log: true });
    const lines = await written('log', () => call({}));
    includes(lines[1][0], 'ERROR 0');
  },

  async 'prints no value of a query param that is to be redacted'(t) {
    const { call } = t.stub({}, undefined, { log: { redact: ['token'] } });
    const [[line]] = await written('log', () => call({ token: 'secret', q: 1 }));
    same(line, '[homing] → GET call https://api.test/x?token=…&q=1');
  },

  async 'prints data where it is asked for'(t) {
    const { call } = t.stub({}, () => json({ a: 1 }), { log: { data: true } });
    const lines = await written('log', () => call());
    same(lines[2].at(-1), { a: 1 });
  },

  async 'works as a middleware, with and without options'(t) {
    const { call } = t.stub({ middleware: [t.logMiddleware, t.logMiddleware({ enabled: false })] });
    same((await written('log', () => call())).length, 2);
  },

  async 'fails no call where the console throws or is missing'(t) {
    const broken = {
      log() {
        throw new Error('x');
      },
    };
    const { call } = t.stub({}, () => json(1), { log: true });
    for (const console of [broken, undefined])
      await withGlobal('console', console, async () => succeeds(await call(), 1));
  },
};
