// Tests with Redux whether the state is serializable, and what an abort leaves in the store.
import assert from 'node:assert/strict';
import { configureStore } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query';
import { queryFnOf } from 'homing/query';
import { front, hold, until } from '../rules.mjs';
import { startServer } from '../server.mjs';
import { clientOf } from './api.mjs';

const server = await startServer();
const api = clientOf(server.url);

const users = createApi({
  baseQuery: fakeBaseQuery(),
  tagTypes: ['User'],
  endpoints: (build) => ({
    getUser: build.query({ queryFn: queryFnOf(api.getUser), providesTags: ['User'] }),
    latest: build.query({ queryFn: queryFnOf(api.latest) }),
    clear: build.query({ queryFn: queryFnOf(api.clear) }),
    rename: build.mutation({ queryFn: queryFnOf(api.rename), invalidatesTags: ['User'] }),
  }),
});

/** The warnings of Redux about an action or a state. */
const complaints = [];
console.error = (...said) => complaints.push(said.join(' '));

const storeOf = () =>
  configureStore({
    reducer: { [users.reducerPath]: users.reducer },
    middleware: (defaults) => defaults().concat(users.middleware),
  });

const { getUser, latest, clear, rename } = users.endpoints;
const store = storeOf();

await hold(front('@reduxjs/toolkit'), {
  'the store contains the data, requested once': async () => {
    const both = [1, 1].map((id) => store.dispatch(getUser.initiate({ id })));
    const [{ data }] = await Promise.all(both);
    assert.deepEqual(data, { id: 1, name: 'user 1' });
    assert.deepEqual(server.seen(), ['GET /users/1']);
  },

  'undefined is null there': async () => {
    assert.equal((await store.dispatch(clear.initiate())).data, null);
    server.seen();
  },

  'an error is plain data there': async () => {
    const { error } = await store.dispatch(getUser.initiate({ id: 404 }));
    assert.deepEqual(
      [error.name, error.kind, error.status, error.body],
      ['ApiError', 'http', 404, { missing: '404' }],
    );
    assert.equal(Object.getPrototypeOf(error), Object.prototype);
    const state = store.getState();
    assert.deepEqual(
      JSON.parse(JSON.stringify(state)).api.queries,
      JSON.parse(JSON.stringify(state.api.queries)),
    );
    server.seen();
  },

  'a query that is called off ends at the server': async () => {
    const running = store.dispatch(latest.initiate({ id: 1 }));
    await server.arrived(1);
    running.abort();
    await server.left(1);
    assert.deepEqual(server.dropped(), ['GET /slow/1']);
    await running;
    server.seen();
  },

  'queries of an endpoint with dedupe end no other': async () => {
    const running = [2, 3].map((id) => store.dispatch(latest.initiate({ id })));
    await server.arrived(2);
    assert.deepEqual(server.dropped(), []);
    for (const each of running) each.abort();
    await server.left(2);
    await Promise.all(running);
    server.seen();
    server.dropped();
  },

  'a mutation has what it has changed asked for again': async () => {
    const { data } = await store.dispatch(rename.initiate({ id: 1, name: 'Grace' }));
    assert.deepEqual(data, { id: 1, name: 'user 1' });
    await until(() => store.getState().api.queries['getUser({"id":1})'].status === 'fulfilled');
    await server.arrived(2);
    const seen = server.seen();
    assert.equal(seen[0], 'PUT /users/1');
    assert.ok(seen.includes('GET /users/1'));
  },

  'Redux finds nothing in it that is not serializable': () => assert.deepEqual(complaints, []),
});
store.dispatch(users.util.resetApiState());
server.close();
