import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonResponse, mockFetch } from 'homing/testing';
import { makeApi } from './api.js';
import { Resource } from './resource.js';

const ada = { id: 1, name: 'Ada', role: 'admin' };

const userFrom = (...answers: Response[]) => {
  const stub = mockFetch({ 'GET /users/:id': answers });
  const api = makeApi('https://api.test', stub.fetch);
  return { user: new Resource(api.getUser), stub };
};

test('a load notifies its listeners when it starts and when it ends', async () => {
  const { user } = userFrom(jsonResponse(ada));
  const seen: unknown[] = [];
  user.subscribe(() => seen.push(user.getSnapshot()));
  await user.load({ id: 1 });
  assert.deepEqual(seen, [
    { data: null, error: null, isLoading: true },
    { data: ada, error: null, isLoading: false },
  ]);
});

test('a failure keeps the previous data', async () => {
  const { user } = userFrom(jsonResponse(ada), jsonResponse(null, { status: 500 }));
  await user.load({ id: 1 });
  await user.load({ id: 1 });
  const { data, error } = user.getSnapshot();
  assert.deepEqual([data, error?.status], [ada, 500]);
});

test('two concurrent loads of the same user send one request', async () => {
  const { user, stub } = userFrom(jsonResponse(ada));
  await Promise.all([user.load({ id: 1 }), user.load({ id: 1 })]);
  assert.equal(stub.callCount('GET /users/:id'), 1);
});

test('after the last unsubscribe, nothing changes', async () => {
  const { user } = userFrom(jsonResponse(ada));
  const leave = user.subscribe(() => {});
  const loading = user.load({ id: 1 });
  leave();
  await loading;
  assert.equal(user.getSnapshot().data, null);
});
