// Every contender does the same work: it inserts an id into the URL, sends the request, checks the status and parses
// JSON. `make` receives the base URL, the fetch to use (a stub, or undefined for the contender's default), and
// optionally one signal for all calls.

const checked = (response) => {
  if (!response.ok) throw new Error(`The server returned ${response.status}.`);
  return response;
};

/** The baseline: the simplest code. */
export const plainFetch = {
  name: 'plain fetch',
  make: (base, { fetch = globalThis.fetch, signal } = {}) => {
    const options = signal && { signal };
    return {
      get: async (id) => checked(await fetch(`${base}/users/${id}`, options)).json(),
      post: async (id) =>
        checked(
          await fetch(`${base}/users`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ id, name: 'Ada' }),
            ...options,
          }),
        ).json(),
    };
  },
};

/** Careful code without a library: it encodes path values, and sends and reads in one function. */
export const byHand = {
  name: 'by hand',
  make: (base, { fetch = globalThis.fetch, signal } = {}) => {
    const options = signal && { signal };
    const call = async (url, init) => {
      const response = await fetch(url, init);
      if (!response.ok) throw new Error(`The server returned ${response.status}.`);
      return JSON.parse(await response.text());
    };
    return {
      get: (id) => call(`${base}/users/${encodeURIComponent(id)}`, { method: 'GET', ...options }),
      post: (id) =>
        call(`${base}/users`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id, name: 'Ada' }),
          ...options,
        }),
    };
  },
};
