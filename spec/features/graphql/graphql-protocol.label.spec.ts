import { describe, expect, it } from 'vitest';
import { operationLabel } from '../../../lib/features/graphql/graphql-protocol.js';

describe('the label of an operation', () => {
  it.each([
    ['query User($id: ID!) { user(id: $id) { name } }', '', 'query User'],
    ['mutation rename { rename }', '', 'mutation rename'],
    ['query { user }', '', 'query findUser'],
    ['query ($id: ID!) { user(id: $id) }', '', 'query findUser'],
    ['query @live { user }', '', 'query findUser'],
    ['{ user }', '', 'query findUser'],
    ['{ user }', 'mutation', 'mutation findUser'],
    ['fragment F on query { query { mutation } } query Real { x }', '', 'query Real'],
    ['# query Commented\nquery Real { x }', '', 'query Real'],
    ['"""query Text""" query Real { x }', '', 'query Real'],
    ['', '', 'query findUser'],
  ])('is kind and name for %j, or the endpoint’s name', (document, side, label) => {
    expect(operationLabel(document, side, 'findUser')).toBe(label);
  });
});
