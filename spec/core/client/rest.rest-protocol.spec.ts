import { ENDPOINT_HANDLE, type Endpoint, type Protocol } from '../../../lib/core/call/endpoint.js';
import { createApi, Request, type RequestConfig } from '../../../lib/index.js';
import { protocolContract } from '../../contracts/protocol-contract.js';

const rest = (config: RequestConfig): Protocol => {
  const requests = { call: new Request(config) };
  const { call } = createApi({ baseUrl: 'http://api.test/v1', requests });
  return (call as unknown as { [ENDPOINT_HANDLE]: Endpoint })[ENDPOINT_HANDLE].definition.protocol;
};

protocolContract('RestProtocol with a query', {
  protocol: rest({ method: 'GET', path: '/things/:id' }),
  method: 'GET',
  path: '/things/:id',
  template: '/things/:id',
  params: { id: 'a b', q: 1 },
  url: '/things/a%20b',
  query: 'q=1',
  refused: { id: '' },
  text: '{"a":1}',
  data: { a: 1 },
});

protocolContract('RestProtocol with a body', {
  protocol: rest({ method: 'POST', path: '/things' }),
  method: 'POST',
  path: '/things',
  template: '/things',
  params: { name: 'x' },
  url: '/things',
  query: '',
  refused: new Set(),
  text: '[1]',
  data: [1],
});
