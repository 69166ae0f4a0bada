import { cacheMiddleware, createApi, defineRequest, retryMiddleware } from 'homing';

const get = (path, config) => defineRequest()({ method: 'GET', path, ...config });

// Created in the global scope, like clients of workers. Timers, random values and requests aren't allowed here.
const api = createApi({
  baseUrl: '',
  middleware: [
    ({ request }, next) => {
      request.url = server + request.url;
      return next();
    },
    retryMiddleware(),
  ],
  requests: {
    cached: get('/count/:name', { middleware: [cacheMiddleware()] }),
    shared: get('/gate/:name', { share: true }),
    newest: get('/gate/:name', { dedupe: true }),
  },
});
let server;

const takeTurn = async (turns, { turn, name }) => {
  const ask = async (path) => void (await (await fetch(server + path)).text());
  const when = (event) => ask(`/when/${event}/${name}`);
  const mark = (event) => ask(`/mark/${event}/${name}`);
  try {
    await turns[turn]({ api, name, when, mark });
    return { state: 'passed' };
  } catch (thrown) {
    return { state: 'failed', reason: String(thrown) };
  }
};

export default {
  async fetch(request) {
    // Loaded inside a request, because it needs random values, which aren't allowed in the global scope.
    const { acrossRequests, runSpecs } = await import('../specs.web.mjs');
    const { title, ...settings } = await request.json();
    server = settings.server;
    if (title) return Response.json(await takeTurn(acrossRequests[title], settings));
    return Response.json({ results: await runSpecs(settings), across: Object.keys(acrossRequests) });
  },
};
