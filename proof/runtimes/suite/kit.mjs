/** A case that runs only where the runtime can do these things; else it is skipped, with the host's reason. */
export const needs = (capabilities, run) => Object.assign(run, { capabilities });

export const json = (data, status = 200, headers = {}) =>
  new Response(data === undefined ? null : JSON.stringify(data), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** A promise that someone else settles. */
export const deferred = () => {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
};

/** Never answers, and listens to no signal. */
export const silent = () => new Promise(() => {});

/** Never answers, and rejects with its signal, as the platform's fetch does. */
export const pending = (_url, { signal }) =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason ?? new Error('aborted'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });

/** A macrotask, on whatever timers the platform has. */
export const macrotask = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));

/** A fetch that remembers what it was asked; `answer` gets url, init and the number of the request. */
export const recorder = (answer = () => json({})) => {
  const sent = [];
  const fetch = async (url, init) => {
    const { method, body, signal } = init;
    sent.push({ url, method, body, signal, init, headers: new Headers(init.headers) });
    return answer(url, init, sent.length);
  };
  return { sent, fetch };
};

/** Runs `act` with console's `method` replaced; gives what was written. */
export const written = async (method, act) => {
  const lines = [];
  const real = console[method];
  console[method] = (...args) => lines.push(args);
  try {
    await act();
  } finally {
    console[method] = real;
  }
  return lines;
};

/** Runs `act` while a property of the global object has another value. */
export const withGlobal = async (name, value, act) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    return await act();
  } finally {
    if (before) Object.defineProperty(globalThis, name, before);
    else delete globalThis[name];
  }
};

/** What a case works with: homing as the host loaded it, the fetch under test, the server's URL. */
export const toolsOf = (host) => {
  const { createApi, defineRequest } = host.homing;
  const define = (config) => defineRequest()({ method: 'GET', path: '/x', ...config });
  return {
    ...host.homing,
    ...host,
    define,

    /** A client with one endpoint, `call`, answered by `answer`. */
    stub(config, answer, clientConfig) {
      const { sent, fetch } = recorder(answer);
      const requests = { call: define(config) };
      const api = createApi({ baseUrl: 'https://api.test', requests, fetch, ...clientConfig });
      return { api, call: api.call, sent };
    },

    /** A client with one endpoint, `call`, that asks the real server with the fetch under test. */
    real(config, clientConfig) {
      const requests = { call: define(config) };
      return createApi({ baseUrl: host.server, requests, fetch: host.fetch, ...clientConfig });
    },
  };
};
