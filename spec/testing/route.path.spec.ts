import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createApi, Request } from '../../lib/index.js';
import { jsonResponse, mockFetch } from '../../lib/entries/testing.js';
import { RoutePath } from '../../lib/testing/route.js';

describe('RoutePath', () => {
  it.each<[string, string, Record<string, string> | undefined]>([
    ['/files/{name}.{ext}', '/files/a.tar.gz', { name: 'a.tar', ext: 'gz' }],
    ['/files/{name}.{ext}', '/files/a', undefined],
    ['/f(x={x},y={y})', '/f(x=1,y=2%2C(3))', { x: '1', y: '2,(3)' }],
    ['/f(x={x})', '/g(x=1)', undefined],
    ['/{enterprise-team}/{a.b}', '/x/y', { 'enterprise-team': 'x', 'a.b': 'y' }],
    ['/{id}/x', '/7/y', undefined],
    ['/{id}', '/a%2Fb', { id: 'a/b' }],
    ['/{id}/:name', '/7/:name', { id: '7' }],
    ['/{id}/:name', '/7/ada', undefined],
    ['/a b/{id}', '/a%20b/7', { id: '7' }],
    ['/a b/{id}', '/a b/7', { id: '7' }],
    ['/x//{id}/', '/x/7', { id: '7' }],
    ['/{id}', '/', undefined],
    ['/{}/:id', '/{}/7', { id: '7' }],
    ['/:id.json', '/7.json', { id: '7' }],
  ])('with the path %s matches %s as %j', (path, given, params) => {
    expect(new RoutePath(path).match(given)).toEqual(params);
  });

  it('returns the values that an endpoint put into the path', async () => {
    const seen: unknown[] = [];
    const path = '/teams/{the-team}/files/{name}';
    const stub = mockFetch({
      [`GET ${path}`]: ({ params }) => {
        seen.push(params);
        return jsonResponse(1);
      },
    });
    const request = new Request<Record<string, string>>({ method: 'GET', path });
    const api = createApi({ baseUrl: 'http://api.test', fetch: stub.fetch, requests: { request } });
    const text = fc.string({ unit: 'binary' }).filter((each) => !['', '.', '..'].includes(each));
    await fc.assert(
      fc.asyncProperty(text, text, async (team, name) => {
        await api.request({ 'the-team': team, name });
        expect(seen.at(-1)).toEqual({ 'the-team': team, name });
      }),
    );
  });
});
