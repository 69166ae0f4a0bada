import { allResults, createApi, isApiError, orThrow } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'allResults and orThrow: combine several calls, or throw the error';

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
}
