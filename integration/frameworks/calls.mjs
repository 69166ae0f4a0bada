import { get as requestGet } from 'node:http';

// Headers that differ in each response of a server or proxy.
const PASSING = new Set(['date', 'etag', 'keep-alive', 'connection']);

const shown = async (response) => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => !PASSING.has(name)),
  body: await response.text(),
});

const form = () => {
  const data = new FormData();
  data.append('name', 'value é');
  data.append('file', new Blob(['content of the file'], { type: 'text/plain' }), 'file.txt');
  return data;
};

/** Starts to read a response, then disconnects. */
const leave = (url) =>
  new Promise((resolve, reject) => {
    const request = requestGet(url, (response) => {
      response.resume();
      request.destroy();
      resolve();
    });
    // An app might send nothing before it has the complete response.
    setTimeout(() => request.destroy(), 500).unref();
    request.on('error', (error) => (error.code === 'ECONNRESET' ? resolve() : reject(error)));
  });

const LIMIT = 5000;

const within = async (limit, work) => {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve(false), limit)));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The requests to a framework's server, and the compared parts of the responses. */
export const CALLS = {
  json: ({ app }) => fetch(`${app}/json`).then(shown),
  'a streamed body passed through': ({ app }) => fetch(`${app}/stream`).then(shown),
  'an upload with a form': ({ app }) => fetch(`${app}/upload`, { method: 'POST', body: form() }).then(shown),
  'cookies and headers': ({ app }) =>
    fetch(`${app}/cookies`, { headers: { cookie: 'session=1', 'x-request-id': '7' } }).then(shown),
  'a client that disconnects': async ({ app, backend }) => {
    const gone = backend.nextHangUp();
    await leave(`${app}/abort`);
    return { hungUp: await within(LIMIT, gone) };
  },
};

/** A page that is rendered on the server. */
export const PAGE = {
  'a page of the server': async ({ app }) => {
    const { status, body } = await fetch(`${app}/page`).then(shown);
    return {
      status,
      texts: body.match(/\{(?:"|&quot;)hello(?:"|&quot;):(?:"|&quot;)world(?:"|&quot;)\}/g)?.length,
    };
  },
};
