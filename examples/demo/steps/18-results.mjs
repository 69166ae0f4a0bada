import { allResults, createApi, isApiError, orThrow } from 'homing';
import { throwing } from 'homing/results';
import { requests } from '../endpoints.mjs';

export const title = 'allResults, orThrow and throwing: combine several calls, or throw the error';

export async function run({ baseUrl, expect, print }) {
  const api = createApi({ baseUrl, requests });

  print('called', 'allResults({ ada: api.getUser({ id: 1 }), grace: api.getUser({ id: 2 }) })');
  const { data, error } = await allResults({ ada: api.getUser({ id: 1 }), grace: api.getUser({ id: 2 }) });
  print('returned', data);
  expect('error is null', error, null);
  expect("each call's data has its name", [data?.ada.name, data?.grace.name], ['Ada', 'Grace']);

  print('called', 'allResults([api.getUser({ id: 1 }), api.getUser({ id: 99 })])');
  const both = await allResults([api.getUser({ id: 1 }), api.getUser({ id: 99 })]);
  print('returned', both.error?.message);
  expect('if one call fails, the combined Result is its error', [both.data, both.error?.status], [null, 404]);

  print('called', 'await orThrow(api.getUser({ id: 99 }))');
  const thrown = await orThrow(api.getUser({ id: 99 })).catch((caught) => caught);
  print('threw', thrown.message);
  expect("the thrown value is the Result's error", [isApiError(thrown), thrown.status], [true, 404]);

  print('called', 'throwing(api)');
  const client = throwing(api, { error: ({ status }) => new Error(`failed with ${status}`) });
  print('called', 'await client.getUser({ id: 1 }).withResponse()');
  const { data: ada, response } = await client.getUser({ id: 1 }).withResponse();
  print('returned', ada);
  expect('a call resolves with the data', [ada.name, response.status], ['Ada', 200]);
  print('called', 'await client.getUser({ id: 99 })');
  const mine = await client.getUser({ id: 99 }).catch((caught) => caught);
  print('threw', mine.message);
  expect('the thrown value is what "error" returned', mine.message, 'failed with 404');
}
