import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'POST: params become a JSON body';

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({ baseUrl, requests });

  print('called', "api.addUser({ name: 'Barbara', role: 'admin' })");
  const { data, response } = await api.addUser({ name: 'Barbara', role: 'admin' });
  print('returned', data);

  const [sent] = server.takeRequests();
  print('sent', sent.body);
  expect('the new user has an id', data, { id: 4, name: 'Barbara', role: 'admin' });
  expect('the Result includes the response, with status 201', response?.status, 201);
  expect('homing set the Content-Type header', sent.headers['content-type'], 'application/json');
}
