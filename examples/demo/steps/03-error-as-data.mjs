import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = "A 404: the call returns an error and doesn't throw";

export async function run({ baseUrl, expect, print }) {
  const api = createApi({
    baseUrl,
    requests,
    onError: (error) => print('onError', error.message),
  });

  print('called', 'api.getUser({ id: 99 })');
  const { data, error } = await api.getUser({ id: 99 });
  print('returned', { kind: error?.kind, status: error?.status, body: error?.body });

  expect('data is null', data, null);
  expect("the kind is 'http': the server responded, but not with 2xx", error?.kind, 'http');
  expect('the status is 404', error?.status, 404);
  expect('error.body is the parsed body of the response', error?.body, { message: 'No user 99' });

  // The type of the body depends on the status. A body that doesn't match its schema in `errors` is null.
  const words = error?.status === 404 ? error.body?.message : undefined;
  expect('TypeScript knows that the body of a 404 has a message', words, 'No user 99');
}
