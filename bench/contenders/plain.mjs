// Every contender does the same work: puts an id into the URL, sends, looks at the status, parses the JSON.
// `make` gets the address of the API, the fetch to use (a stub, or none for what the contender uses by itself), and
// the one signal of all calls, if there is one.

const checked = (response) => {
  if (!response.ok) throw new Error(`The server returned ${response.status}.`);
  return response;
};

/** The baseline: what one writes without thinking twice. */
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

/** What a careful person writes without a library: no value changes the path, one place sends and reads. */
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
