// Each contender does the same work: fills an id into the URL, sends, looks at the status, parses the JSON.
// Retries are off; whatever else is a library's default stays. homing hands over a Result, the others the data.
const BASE = 'https://api.example.com/v1';

/** What a careful person writes without a library. */
export const handWritten = (fetch) => {
  const call = async (url, init) => {
    const response = await fetch(url, init);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return JSON.parse(await response.text());
  };
  return {
    get: (id) => call(`${BASE}/users/${encodeURIComponent(id)}`, { method: 'GET' }),
    post: (id) =>
      call(`${BASE}/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, name: 'Ada' }),
      }),
  };
};

export const homing = ({ createApi, defineRequest }, fetch) => {
  const api = createApi({
    baseUrl: BASE,
    fetch,
    requests: {
      getUser: defineRequest()({ method: 'GET', path: '/users/:id' }),
      addUser: defineRequest()({ method: 'POST', path: '/users' }),
    },
  });
  return {
    get: (id) => api.getUser({ id }),
    post: (id) => api.addUser({ id, name: 'Ada' }),
  };
};

export const ofetchClient = (createFetch, fetch) => {
  const api = createFetch({ fetch }).create({ baseURL: BASE, retry: 0 });
  return {
    get: (id) => api(`/users/${encodeURIComponent(id)}`),
    post: (id) => api('/users', { method: 'POST', body: { id, name: 'Ada' } }),
  };
};

export const kyClient = (ky, fetch) => {
  const api = ky.create({ prefix: BASE, retry: 0, fetch });
  return {
    get: (id) => api.get(`users/${encodeURIComponent(id)}`).json(),
    post: (id) => api.post('users', { json: { id, name: 'Ada' } }).json(),
  };
};
