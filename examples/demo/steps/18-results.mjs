import { allResults, createApi, isApiError, orThrow } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'all and orThrow: several calls as one Result, and an exception where one is wanted';

export async function run({ baseUrl, expect, print }) {
  const api = createApi({ baseUrl, requests });

  print('called', 'all({ ada: api.getUser({ id: 1 }), grace: api.getUser({ id: 2 }) })');
  const { data, error } = await allResults({ ada: api.getUser({ id: 1 }), grace: api.getUser({ id: 2 }) });
  print('came home', data);
  expect('there is no error', error, null);
  expect('each is under its name', [data?.ada.name, data?.grace.name], ['Ada', 'Grace']);

  print('called', 'all([api.getUser({ id: 1 }), api.getUser({ id: 99 })])');
  const both = await allResults([api.getUser({ id: 1 }), api.getUser({ id: 99 })]);
  print('came home', both.error?.message);
  expect('the one that failed decides', [both.data, both.error?.status], [null, 404]);

  print('called', 'await orThrow(api.getUser({ id: 99 }))');
  const thrown = await orThrow(api.getUser({ id: 99 })).catch((caught) => caught);
  print('threw', thrown.message);
  expect('what is thrown is the error of the Result', [isApiError(thrown), thrown.status], [true, 404]);
}
