import { describe, expect, it } from '@jest/globals';
import { isJsonType, mediaTypes } from '../../../../lib/cli/openapi/model/media-type.js';
import { openApi, rootOf } from '../../../support/open-api.js';

const read = (content: Record<string, unknown>) => mediaTypes(rootOf(openApi({}, { content })).at('content'));

describe('mediaTypes', () => {
  it.each([
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/problem+json', 'json'],
    ['text/json', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['multipart/form-data', 'multipart'],
    ['application/x-www-form-urlencoded', 'form'],
    ['text/html', 'text'],
    ['application/xml', 'text'],
    ['image/svg+xml', 'text'],
    ['application/pdf', 'raw'],
    ['multipart/mixed', 'raw'],
    ['image/*', 'raw'],
  ])('takes %s for %s', (name, kind) => {
    expect(read({ [name]: {} })[0]?.kind).toBe(kind);
  });

  it.each([{ format: 'binary' }, { contentEncoding: 'binary' }])('takes */* of %j for bytes', (schema) => {
    expect(read({ '*/*': { schema } })[0]?.kind).toBe('raw');
  });

  it('puts first what is taken first, whatever the order of the document', () => {
    const names = [
      'image/png',
      'text/csv',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ];
    const content = Object.fromEntries(
      [...names, 'application/a+json', 'application/json'].map((name) => [name, {}]),
    );
    expect(read(content).map(({ name }) => name)).toEqual([
      'application/json',
      'application/a+json',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'text/plain',
      'text/csv',
      'image/png',
    ]);
  });

  it('puts an event stream behind other texts', () => {
    const content = read({ 'text/event-stream': {}, 'text/html': {} });
    expect(content.map(({ isEventStream }) => isEventStream)).toEqual([false, true]);
  });
});

describe('isJsonType', () => {
  it('looks past the parameters of a content type', () => {
    expect(isJsonType('application/json;v=1')).toBe(true);
    expect(isJsonType('text/plain')).toBe(false);
  });
});
