import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'POST: params become a JSON body';

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({ baseUrl, requests });

  print('called', "api.addUser({ name: 'Barbara', role: 'admin' })");
  const { data, response } = await api.addUser({ name: 'Barbara', role: 'admin' });
  print('came home', data);

  const [sent] = server.takeRequests();
  print('was sent', sent.body);
  expect('the service gave the new user an id', data, { id: 4, name: 'Barbara', role: 'admin' });
  expect('the response itself is at hand too', response?.status, 201);
  expect('the Content-Type was set', sent.headers['content-type'], 'application/json');
}
