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
  it('uses the operationId', () => {
    expect(namesOf(operation('GET', '/users', 'users/list'))).toEqual(['usersList']);
  });

  it.each([
    ['GET', '/users', 'getUsers'],
    ['GET', '/users/{id}', 'getUsersById'],
    ['PUT', '/repos/{owner}/{repo}/tags', 'putReposByOwnerByRepoTags'],
    ['GET', '/files/{name}.{ext}', 'getFilesByNameByExt'],
    ['GET', '/', 'get'],
    ['DELETE', '/', 'delete_'],
  ])('creates a name for %s %s without an operationId', (method, template, name) => {
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
  ])("appends an underscore to %j, which a module can't export or use as an endpoint name", (id) => {
    expect(namesOf(operation('GET', '/', id))[0]).toMatch(/^\w+_$/);
  });

  it('names all operations with the same name after their methods and paths, in any order', () => {
    const [one, two] = [operation('GET', '/a', 'list'), operation('GET', '/b', 'List')];
    expect(namesOf(one, two, operation('GET', '/c', 'all'))).toEqual(['getA', 'getB', 'all']);
    expect(namesOf(two, one)).toEqual(['getB', 'getA']);
  });

  it('repeats until all names differ', () => {
    const clashing = [
      operation('GET', '/a', 'x'),
      operation('GET', '/b', 'X'),
      operation('GET', '/c', 'getA'),
    ];
    expect(namesOf(...clashing)).toEqual(['getA', 'getB', 'getC']);
  });

  it('numbers the remaining equal names, by sorted path, with a warning', () => {
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

  it('uses no number that creates the name of another operation', () => {
    const names = namesOf(
      ...['/a', '/-a', '/a-', '/a2', '/-a2', '/a22'].map((template) => operation('GET', template)),
    );
    expect(names).toEqual(['getA3', 'getA', 'getA4', 'getA23', 'getA2', 'getA22']);
  });

  it('needs linear time for chains of conflicts', () => {
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
