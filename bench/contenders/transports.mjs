// nodeFetch and undici's `request` use the same dispatcher, so they differ only in their own cost.
import { nodeFetch } from '../../dist/node.js';
import { build } from './homing.mjs';

const checked = (status) => {
  if (status !== 200) throw new Error(`The server returned ${status}.`);
};

/** A timeout that the calls of the bench never reach. */
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

/** The minimal handler, in the native form of its dispatcher: it keeps the bytes and ends. */
const handlerFor = (isLegacy, resolve, reject) => {
  const chunks = [];
  const data = (chunk) => {
    chunks.push(chunk);
    return true;
  };
  const end = () => resolve(JSON.parse(chunks.length === 1 ? chunks[0].toString() : Buffer.concat(chunks)));
  const head = (status) => {
    checked(status);
    return true;
  };
  return isLegacy
    ? { onConnect: () => {}, onHeaders: head, onData: data, onComplete: end, onError: reject }
    : {
        onRequestStart: () => {},
        onResponseStart: (_controller, status) => head(status),
        onResponseData: (_controller, chunk) => data(chunk),
        onResponseEnd: end,
        onResponseError: (_controller, error) => reject(error),
      };
};

const overDispatch = ({ dispatcher, base, isLegacy }) => {
  const { origin, pathname } = new URL(base);
  const send = (options) =>
    new Promise((resolve, reject) =>
      dispatcher.dispatch({ origin, ...options }, handlerFor(isLegacy, resolve, reject)),
    );
  return {
    get: (id) => send({ path: `${pathname}/users/${id}`, method: 'GET' }),
    post: (id) =>
      send({
        path: `${pathname}/users`,
        method: 'POST',
        headers: { ...json },
        body: JSON.stringify({ id, name: 'Ada' }),
      }),
  };
};

/** A call written without a library: it encodes the id and sets a timeout. */
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

/** The first contender of each group is the baseline of the others. */
export const transports = {
  request: overRequest,
  nodeFetch: overNodeFetch,
  'a bare handler': overDispatch,
  'request, JSON.parse, AbortSignal.timeout': callByRequest,
  'homing + nodeFetch': callByHoming,
};
