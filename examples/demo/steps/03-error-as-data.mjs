import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'A 404: what goes wrong is a value, and nothing is thrown';

export async function run({ baseUrl, expect, print }) {
  const api = createApi({
    baseUrl,
    requests,
    onError: (error) => print('onError', error.message),
  });

  print('called', 'api.getUser({ id: 99 })');
  const { data, error } = await api.getUser({ id: 99 });
  print('came home', { kind: error?.kind, status: error?.status, body: error?.body });

  expect('there is no data', data, null);
  expect("the kind is 'http': the server answered, and not with 2xx", error?.kind, 'http');
  expect('the status is 404', error?.status, 404);
  expect("the server's own words are the body, decoded", error?.body, { message: 'No user 99' });

  // The status tells the bodies apart. This one is null where it isn't what `errors` of the endpoint says.
  const words = error?.status === 404 ? error.body?.message : undefined;
  expect('under a 404 the editor knows that it has a message', words, 'No user 99');
}
