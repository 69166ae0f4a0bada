import { describe, expect, it } from '@jest/globals';
import { DocumentError } from '../../../../lib/cli/openapi/document/document-error.js';
import { endpointNames } from '../../../../lib/cli/openapi/names/endpoint-names.js';

const operation = (method: string, template: string, id?: string) => ({
  method,
  template,
  id,
  pointer: `/paths/${template}/${method}`,
});

const namesOf = (...operations: ReturnType<typeof operation>[]): string[] => [
  ...endpointNames(operations).values(),
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

  it('refuses what still has one name, and names both places', () => {
    const clash = (): unknown => namesOf(operation('GET', '/a-b'), operation('GET', '/a/b'));
    expect(clash).toThrow(DocumentError);
    expect(clash).toThrow(
      'would be called "getAB", as /paths//a/b/GET would: give each an operationId of its own',
    );
  });
});
