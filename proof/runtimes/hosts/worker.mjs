import * as homing from 'homing';
import * as middleware from 'homing/middleware';
import * as testing from 'homing/testing';
import { runSuite } from '../suite/index.mjs';
import { acrossRequests } from './across-requests.mjs';

const { cacheMiddleware, createApi, defineRequest, retryMiddleware } = homing;
const get = (path, config) => defineRequest()({ method: 'GET', path, ...config });

// Made where workers make their clients: timers, random values and requests are forbidden here.
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

const takeTurn = async ({ title, turn, name }) => {
  const ask = async (path) => void (await (await fetch(server + path)).text());
  const when = (event) => ask(`/when/${event}/${name}`);
  const mark = (event) => ask(`/mark/${event}/${name}`);
  try {
    await acrossRequests[title][turn]({ api, name, when, mark });
    return { state: 'passed' };
  } catch (thrown) {
    return { state: 'failed', reason: String(thrown) };
  }
};

export default {
  async fetch(request) {
    const { title, ...settings } = await request.json();
    server = settings.server;
    if (title) return Response.json(await takeTurn({ title, ...settings }));
    return Response.json(await runSuite({ homing, middleware, testing, ...settings }));
  },
};
