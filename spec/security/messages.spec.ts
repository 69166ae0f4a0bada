import { describe, expect, it } from '@jest/globals';
import { type Asked, call, get, post } from '../support/capture.js';
import { refusal } from '../support/refusal.js';

const SECRET = 'hunter2';

describe('a refusal tells no value', () => {
  it.each<[string, Asked, unknown]>([
    ['a path param that is no text', { path: '/:id' }, { id: { key: SECRET } }],
    ['a path param without a UTF-8 form', { path: '/:id' }, { id: `${SECRET}\uD800` }],
    ['one that begins with a dot', { path: '/:id' }, { id: `.${SECRET}\uD800` }],
    ['a query param', {}, { q: { key: SECRET } }],
    ['an element of one', {}, { q: [{ key: SECRET }] }],
    ['params whose constructor is text', {}, JSON.parse(`{"q":{"constructor":{"name":"${SECRET}"}}}`)],
    ['a body', { method: 'POST' }, new Map([[{ key: SECRET }, SECRET]])],
    ['a set', { method: 'POST' }, new Set([SECRET])],
    ['params of a path', { path: '/:id', method: 'POST' }, SECRET],
  ])('%s', async (_what, asked, params) => {
    const { message, body } = refusal(await call({ ...asked, params }));
    expect(message + body.message).not.toContain(SECRET);
  });
});

describe('what somebody sends does not forge a line of a log', () => {
  const forged = 'x\n[homing] ← deleteAll OK\u001b[2J';

  it('as the name of a query param', async () => {
    const { message } = refusal(await get('/items', { [forged]: {} }));
    expect(message).not.toMatch(/\p{Cc}/u);
  });

  it('as the name of a class', async () => {
    const params = { q: { constructor: { name: forged } } };
    expect(refusal(await get('/items', params)).message).toContain('"q" is an Object');
  });

  it('as a body that names its class', async () => {
    const body = { constructor: { name: { toString: null } } };
    expect((await post('/items', body)).body).toBe(JSON.stringify(body));
  });
});
