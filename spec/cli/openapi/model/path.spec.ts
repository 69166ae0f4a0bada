import { describe, expect, it } from '@jest/globals';
import { Warnings } from '../../../../lib/cli/openapi/document/diagnostics.js';
import { readPath } from '../../../../lib/cli/openapi/model/path.js';

const read = (template: string) => {
  const warnings = new Warnings();
  const { text, tokens, inQuery } = readPath(template, '/p', warnings);
  return {
    text,
    tokens,
    inQuery: Object.fromEntries(inQuery),
    warnings: warnings.list.map(({ message }) => message),
  };
};

describe('readPath', () => {
  it('finds the params in braces, each once', () => {
    expect(read('/a/{id}/{name}.{ext}/{id}')).toMatchObject({ tokens: ['id', 'name', 'ext'], warnings: [] });
  });

  it('keeps a fixed query', () => {
    expect(read('/a?action=list')).toMatchObject({ text: '/a?action=list', warnings: [] });
  });

  it('takes params out of the query, and says so', () => {
    expect(read('/a/{id}?x=1&user={name}')).toEqual({
      text: '/a/{id}?x=1',
      tokens: ['id'],
      inQuery: { name: 'user' },
      warnings: ['params behind the "?" of the path are sent as params of the query'],
    });
  });

  it('cuts a fragment, and says so', () => {
    expect(read('/a#b')).toMatchObject({
      text: '/a',
      warnings: ['"#b" is cut from the path: it is never sent'],
    });
  });

  it('encodes a colon that would begin a param, where nothing stands in braces', () => {
    expect(read('/a/:batch').text).toBe('/a/%3Abatch');
    expect(read('/{id}/:batch').text).toBe('/{id}/:batch');
    expect(read('/a:batch').text).toBe('/a:batch');
  });
});
