import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BASE, call, get, post } from '../../support/capture.js';
import { refusal } from '../../support/refusal.js';
import { draws } from '../../support/effort.js';

describe('params in braces (rules.md#urls)', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['/files/{name}.{ext}', { name: 'a/b', ext: 'tar.gz' }, '/files/a%2Fb.tar.gz'],
    ['/f(x={x},y={y})', { x: 1, y: '2,(3)' }, '/f(x=1,y=2%2C(3))'],
    ['/enterprises/{enterprise-team}', { 'enterprise-team': 'é' }, '/enterprises/%C3%A9'],
    ['/jobs/{id}:cancel', { id: 7, cancel: 1 }, '/jobs/7:cancel?cancel=1'],
    ['{tenant}/x', { tenant: 'a' }, '/a/x'],
    ['/at/{at}?fixed=12:30', { at: 1 }, '/at/1?fixed=12:30'],
    ['/{id}?a=:id', { id: 1 }, '/1?a=:id'],
  ])('%s is filled', async (path, params, expected) => {
    expect((await get(path, params)).url).toBe(BASE + expected);
  });

  it('are taken out of query and body', async () => {
    expect((await get('/{id}', { id: 1, q: 2 })).url).toBe(`${BASE}/1?q=2`);
    expect((await post('/{id}', { id: 1, q: 2 })).body).toBe('{"q":2}');
  });

  it.each([undefined, null, '', '.', '..', {}, [], NaN, new Date(0)])('refuse %p, by name', async (name) => {
    const { body, request } = refusal(await get('/files/{name}.{ext}', { name, ext: 'txt' }));
    expect(body.message).toContain('"name"');
    expect(request.url).toBe(`${BASE}/files/{name}.{ext}`);
  });

  it('are filled by own properties only', async () => {
    refusal(await get('/{constructor}'));
    expect((await get('/{constructor}', { constructor: 'x' })).url).toBe(`${BASE}/x`);
  });
});

describe('braces in the query of a path (rules.md#urls)', () => {
  it.each([
    ['/items?{q}', '{q}'],
    ['/items?q={q}', '{q}'],
    ['/items/{id}?from=1,{to-day}', '{to-day}'],
    ['/items/:id?q={q}', '{q}'],
  ])('make every call of %s refused', async (path, token) => {
    const { body, request } = refusal(await get(path, { id: 7, q: 1 }));
    expect(body.message).toContain(`"${token}"`);
    expect(request.url).toBe(BASE + path.replace('{id}', '7').replace(':id', '7'));
  });

  it.each(['/items?q={}', '/items?filter={"a":1}', '/items?q={', '/items?{a/b}'])(
    'are text in %s',
    async (path) => {
      expect((await get(path)).url).toBe(BASE + path);
    },
  );
});

const usable = fc.string({ unit: 'binary' }).filter((text) => !['', '.', '..'].includes(text));

describe('whatever the values are', () => {
  it("they come back the same from a server's URL parser", async () => {
    await fc.assert(
      fc.asyncProperty(usable, usable, async (name, team) => {
        const { url } = await call({ path: '/f(x={name})/{the-team}', params: { name, 'the-team': team } });
        const [, first = '', second = '', ...more] = new URL(url).pathname.split('/');
        expect(more).toEqual([]);
        expect(decodeURIComponent(first)).toBe(`f(x=${name})`);
        expect(decodeURIComponent(second)).toBe(team);
      }),
      draws(100, 500),
    );
  });
});
