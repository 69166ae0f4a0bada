import { JsonFormat } from '../../../lib/core/http/json.js';
import { GraphQLProtocol } from '../../../lib/features/graphql/graphql-protocol.js';
import { protocolContract } from '../../contracts/protocol-contract.js';

const endpoint = 'http://api.test/graphql/?key=1';

protocolContract('GraphQLProtocol', {
  protocol: new GraphQLProtocol(endpoint, 'query', '{ a }', { operation: '{ a }' }, new JsonFormat()),
  method: 'POST',
  path: endpoint,
  template: endpoint,
  query: '',
  params: { id: 1 },
  url: endpoint,
  refused: [1],
  text: '{"data":{"a":1}}',
  data: { a: 1 },
});
