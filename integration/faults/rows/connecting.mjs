import { sizedHead } from '../answers.mjs';

export const connecting = [
  {
    name: 'connection refused',
    isRefusing: true,
    comes: 'network',
    requests: 0,
    why: 'The port has no listener.',
  },
  {
    name: "a host name that doesn't exist",
    baseUrl: () => 'http://nobody.invalid',
    comes: 'network',
    requests: 0,
    why: 'The name has no address.',
  },
  {
    name: 'accepted, then reset at once',
    server: { connect: (connection) => connection.reset() },
    comes: 'network',
    requests: 0,
    why: 'No byte of a response arrived.',
  },
  {
    name: 'the request read, then closed without a response',
    server: { answer: (connection) => connection.end() },
    comes: 'network',
    why: 'No byte of a response arrived. The request is not sent again: the server might have acted on it.',
  },
  {
    name: 'reset before the headers',
    server: { answer: (connection) => connection.reset() },
    comes: 'network',
    why: 'No byte of a response arrived.',
  },
  {
    name: 'reset inside the headers',
    server: {
      answer: async (connection) => {
        await connection.write('HTTP/1.1 200 OK\r\ncontent-type: appl');
        connection.reset();
      },
    },
    comes: 'network',
    why: 'A response needs complete headers.',
  },
  {
    name: 'closed inside the headers',
    server: { answer: (connection) => connection.end('HTTP/1.1 200 OK\r\ncontent-type: appl') },
    comes: 'network',
    why: 'A response needs complete headers.',
  },
  {
    name: 'a TLS alert in response to plain HTTP',
    server: { answer: (connection) => connection.end(Buffer.from('15030100020246', 'hex')) },
    comes: 'network',
    why: '`http:` where the server speaks `https:`.',
  },
  {
    name: 'plain HTTP in response to TLS',
    baseUrl: (url) => url.replace('http:', 'https:'),
    server: { connect: (connection) => connection.end('HTTP/1.1 400 Bad Request\r\n\r\n') },
    comes: 'network',
    requests: 0,
    why: '`https:` where the server speaks `http:`.',
  },
  {
    name: 'reset inside the body of an error',
    server: {
      answer: async (connection, request, { heard }) => {
        await connection.write(`${sizedHead(100, '503 Service Unavailable')}{"half`);
        await heard('head /x');
        connection.reset();
      },
    },
    comes: 'http 503',
    why: 'The status is known, and it decides; `error.body` is null.',
  },
];
