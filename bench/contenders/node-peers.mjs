// Libraries with their own transport, which a stub of fetch can't replace.
import axios from 'axios';
import got from 'got';

// Load Node's own undici first. Otherwise the package becomes the dispatcher of the global fetch.
await fetch('data:,');
const { Agent, request } = await import('undici');

const peer = (name, clientOf) => ({
  name,
  make: (base, { signal } = {}) => clientOf(base, signal && { signal }),
});

const undiciPeer = peer('undici request', (base, options) => {
  const sending = { dispatcher: new Agent(), ...options };
  const call = async (url, init) => {
    const { statusCode, body } = await request(url, init);
    if (statusCode < 200 || statusCode > 299) throw new Error(`The server returned ${statusCode}.`);
    return body.json();
  };
  return {
    get: (id) => call(`${base}/users/${encodeURIComponent(id)}`, sending),
    post: (id) =>
      call(`${base}/users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, name: 'Ada' }),
        ...sending,
      }),
  };
});

const gotPeer = peer('got', (prefixUrl, options) => {
  const api = got.extend({ prefixUrl, retry: { limit: 0 } });
  return {
    get: (id) => api.get(`users/${encodeURIComponent(id)}`, options).json(),
    post: (id) => api.post('users', { json: { id, name: 'Ada' }, ...options }).json(),
  };
});

const axiosPeer = peer('axios', (baseURL, options) => {
  const api = axios.create({ baseURL });
  return {
    get: async (id) => (await api.get(`/users/${encodeURIComponent(id)}`, options)).data,
    post: async (id) => (await api.post('/users', { id, name: 'Ada' }, options)).data,
  };
});

export const nodePeers = [undiciPeer, gotPeer, axiosPeer];
