import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../lib/cli/openapi/document/diagnostics.js';
import { endpointNames } from '../../../lib/cli/openapi/names.js';

const operation = (method: string, template: string, id?: string) => ({
  method,
  template,
  id,
  pointer: `/paths/${template}/${method}`,
});

const namesOf = (...operations: ReturnType<typeof operation>[]): string[] => [
  ...endpointNames(operations, new Warnings()).values(),
];

describe('endpointNames', () => {
  it('takes the operationId', () => {
    expect(namesOf(operation('GET', '/users', 'users/list'))).toEqual(['usersList']);
  });

  it.each([
    ['GET', '/users', 'getUsers'],
    ['GET', '/users/{id}', 'getUsersById'],
    ['PUT', '/repos/{owner}/{repo}/tags', 'putReposByOwnerByRepoTags'],
    ['GET', '/files/{name}.{ext}', 'getFilesByNameByExt'],
    ['GET', '/', 'get'],
    ['DELETE', '/', 'delete_'],
  ])('makes a name of %s %s without one', (method, template, name) => {
    expect(namesOf(operation(method, template))).toEqual([name]);
  });

  it.each([
    'then',
    'with headers',
    'places',
    'class',
    'await',
    'default',
    'arguments',
    'undefined',
    'require',
  ])('puts a sign behind %j, which an endpoint of a module can not be called', (id) => {
    expect(namesOf(operation('GET', '/', id))[0]).toMatch(/^\w+_$/);
  });

  it('names all that would have one name after their methods and paths, whatever their order', () => {
    const [one, two] = [operation('GET', '/a', 'list'), operation('GET', '/b', 'List')];
    expect(namesOf(one, two, operation('GET', '/c', 'all'))).toEqual(['getA', 'getB', 'all']);
    expect(namesOf(two, one)).toEqual(['getB', 'getA']);
  });

  it('goes on until all are told apart', () => {
    const clashing = [
      operation('GET', '/a', 'x'),
      operation('GET', '/b', 'X'),
      operation('GET', '/c', 'getA'),
    ];
    expect(namesOf(...clashing)).toEqual(['getA', 'getB', 'getC']);
  });

  it('numbers what still has one name, by sorted path, with a warning', () => {
    const [one, two, three] = [
      operation('GET', '/a/b'),
      operation('GET', '/a-b'),
      operation('GET', '/a/{b}', 'getAB2'),
    ];
    const warnings = new Warnings();
    expect([...endpointNames([one, two, three], warnings)]).toEqual([
      [one, 'getAB3'],
      [two, 'getAB'],
      [three, 'getAB2'],
    ]);
    expect(warnings.list).toEqual([
      expect.objectContaining({
        code: 'endpoint-name',
        pointer: '/paths//a/b/GET',
        message: 'it is named "getAB3": "getAB" is GET /a-b; add a unique operationId',
      }),
    ]);
    expect(namesOf(three, two, one)).toEqual(['getAB2', 'getAB', 'getAB3']);
  });

  it('gives no number that makes the name of another', () => {
    const names = namesOf(
      ...['/a', '/-a', '/a-', '/a2', '/-a2', '/a22'].map((template) => operation('GET', template)),
    );
    expect(names).toEqual(['getA3', 'getA', 'getA4', 'getA23', 'getA2', 'getA22']);
  });

  it('takes no longer for what takes the names of others one after the other', () => {
    const count = 20_000;
    const operations = Array.from({ length: count }, (_, index) =>
      operation('GET', `/p${index}`, `getP${Math.max(0, index - 1)}`),
    );
    expect(new Set(namesOf(...operations)).size).toBe(count);
    const equal = Array.from({ length: count }, (_, index) =>
      operation('GET', `/p${'/'.repeat(index % 150)}`, 'x'),
    );
    expect(new Set(namesOf(...equal)).size).toBe(count);
  });
});
