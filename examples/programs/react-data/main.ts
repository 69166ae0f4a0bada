import { makeApi } from './api.js';
import { Resource } from './resource.js';

const api = makeApi(process.env['API_URL'] ?? 'http://localhost:3000');

const search = new Resource(api.search);
search.subscribe(() => {
  const { data, error, isLoading } = search.getSnapshot();
  console.log(isLoading ? 'loading' : 'found', data?.join(', ') ?? 'no data yet', error?.message ?? '');
});

console.log('typed: e, ed');
await Promise.all([search.load({ q: 'e' }), search.load({ q: 'ed' })]);

const user = new Resource(api.getUser);
await user.load({ id: 99 });
console.log('missing user:', user.getSnapshot().error?.status);
await user.load({ id: 1 });
console.log('existing user:', user.getSnapshot().data?.name, user.getSnapshot().error);
