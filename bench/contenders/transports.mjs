// nodeFetch and undici's `request`, over the same dispatcher: what each adds to that is all that differs.
import { nodeFetch } from '../../dist/node.js';
import { build } from './homing.mjs';

const checked = (status) => {
  if (status !== 200) throw new Error(`The server answered ${status}.`);
};

/** As a deadline that no call of the bench reaches. */
const LONG = 60_000;

const json = { 'content-type': 'application/json' };

const overRequest = ({ request, dispatcher, base }) => ({
  get: async (id) => {
    const { statusCode, body } = await request(`${base}/users/${id}`, { dispatcher });
    checked(statusCode);
    return body.json();
  },
  post: async (id) => {
    const body = JSON.stringify({ id, name: 'Ada' });
    const options = { method: 'POST', headers: { ...json }, body, dispatcher };
    const { statusCode, body: answer } = await request(`${base}/users`, options);
    checked(statusCode);
    return answer.json();
  },
});

const overNodeFetch = ({ dispatcher, base }) => {
  const fetch = nodeFetch({ dispatcher });
  return {
    get: async (id) => {
      const response = await fetch(`${base}/users/${id}`);
      checked(response.status);
      return response.json();
    },
    post: async (id) => {
      const body = JSON.stringify({ id, name: 'Ada' });
      const response = await fetch(`${base}/users`, { method: 'POST', headers: { ...json }, body });
      checked(response.status);
      return response.json();
    },
  };
};

/** A call as a program writes it that knows no library: no id changes the path, no call lasts for ever. */
const callByRequest = ({ request, dispatcher, base }) => {
  const call = async (url, options) => {
    const signal = AbortSignal.timeout(LONG);
    const { statusCode, body } = await request(url, { ...options, dispatcher, signal });
    checked(statusCode);
    return JSON.parse(await body.text());
  };
  return {
    get: (id) => call(`${base}/users/${encodeURIComponent(id)}`),
    post: (id) =>
      call(`${base}/users`, {
        method: 'POST',
        headers: { ...json },
        body: JSON.stringify({ id, name: 'Ada' }),
      }),
  };
};

const callByHoming = ({ dispatcher, base }) => {
  const api = build.createApi({
    baseUrl: base,
    fetch: nodeFetch({ dispatcher }),
    timeout: LONG,
    requests: {
      getUser: build.defineRequest()({ method: 'GET', path: '/users/:id' }),
      addUser: build.defineRequest()({ method: 'POST', path: '/users' }),
    },
  });
  return { get: (id) => api.getUser({ id }), post: (id) => api.addUser({ id, name: 'Ada' }) };
};

/** Pairs: the first of each is what the second is compared with. */
export const transports = {
  request: overRequest,
  nodeFetch: overNodeFetch,
  'request, JSON.parse, AbortSignal.timeout': callByRequest,
  'homing + nodeFetch': callByHoming,
};
