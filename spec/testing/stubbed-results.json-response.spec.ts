import { describe, expect, it } from '@jest/globals';
import { jsonResponse } from '../../lib/testing.js';

describe('jsonResponse (rules.md#the-test-stub)', () => {
  it('has a JSON body and its Content-Type', async () => {
    const response = jsonResponse({ a: [1] });
    expect(response).toBeInstanceOf(Response);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.text()).toBe('{"a":[1]}');
  });

  it('takes status, statusText and headers', () => {
    const response = jsonResponse({}, { status: 418, statusText: 'Teapot', headers: { 'x-a': '1' } });
    expect(response).toMatchObject({ status: 418, statusText: 'Teapot' });
    expect(response.headers.get('x-a')).toBe('1');
  });

  it('of null has an empty body', async () => {
    expect(await jsonResponse(null).text()).toBe('');
    expect(jsonResponse(null, { status: 204 }).status).toBe(204);
  });

  it.each([
    ['0', 0],
    ['""', ''],
    ['false', false],
  ])('of a falsy value has the text %s', async (text, body) => {
    expect(await jsonResponse(body).text()).toBe(text);
  });
});
