import { describe, expect, it } from '@jest/globals';
import { openApi, rootOf } from '../../../support/open-api.js';

describe('DocumentNode', () => {
  const root = rootOf(
    openApi(
      { '/a~b': { get: { $ref: '#/components/operations/one' } } },
      { components: { operations: { one: { operationId: 'x', deprecated: true, tags: ['b', 'a'] } } } },
    ),
  );

  it('says where it stands, as a JSON pointer', () => {
    expect(root.at('paths').at('/a~b').pointer).toBe('/paths/~1a~0b');
  });

  it('follows a $ref, and stands where that leads', () => {
    const operation = root.at('paths').at('/a~b').at('get');
    expect(operation.text('operationId')).toBe('x');
    expect(operation.pointer).toBe('/components/operations/one');
  });

  it('keeps a $ref that is not to be followed', () => {
    expect(root.at('paths').at('/a~b').child('get').value).toEqual({ $ref: '#/components/operations/one' });
  });

  it('gives texts, booleans and lists, and nothing where the document has another type', () => {
    const operation = root.at('components').at('operations').at('one');
    expect([operation.flag('deprecated'), operation.flag('operationId')]).toEqual([true, undefined]);
    expect([operation.text('deprecated'), operation.text('missing')]).toEqual([undefined, undefined]);
    expect(
      operation
        .at('tags')
        .list()
        .map(({ value }) => value),
    ).toEqual(['b', 'a']);
    expect([operation.list(), operation.at('tags').keys()]).toEqual([[], []]);
  });

  it('has the keys of an object in an order of their own', () => {
    expect(root.keys()).toEqual(['components', 'info', 'openapi', 'paths']);
  });

  it('knows nothing of what stands on a prototype', () => {
    expect([root.at('constructor').exists, root.at('toString').exists]).toEqual([false, false]);
  });

  it.each(['#/components/a', '#/components/gone'])('says where a $ref leads nowhere: %s', ($ref) => {
    const components = rootOf(openApi({}, { components: { a: { $ref } } })).at('components');
    expect(components.child('a').isLost).toBe(true);
    expect(() => components.at('a')).toThrow(`$ref '${$ref}' leads nowhere: mend it, or add what it names`);
  });
});
