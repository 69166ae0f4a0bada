import { createApi, defineRequest } from 'homing';
import { type Dispatcher, nodeFetch, type NodeFetchOptions } from 'homing/node';

const read = defineRequest<string>()({ method: 'GET', path: '/' });

export const fetchForNode = () =>
  createApi({ baseUrl: '', fetch: nodeFetch({ maxResponseSize: 1e6 }), requests: { read } });

export const asAFetch: typeof globalThis.fetch = nodeFetch();

export const ownDispatcher = (dispatcher: Dispatcher, options: NodeFetchOptions) =>
  nodeFetch({ ...options, dispatcher });

export const refused = () => {
  // @ts-expect-error a dispatcher dispatches
  nodeFetch({ dispatcher: {} });
  // @ts-expect-error the size is a number of bytes
  nodeFetch({ maxResponseSize: '1 MB' });
};
