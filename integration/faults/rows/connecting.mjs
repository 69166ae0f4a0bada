import { sizedHead } from '../answers.mjs';

export const connecting = [
  {
    name: 'connection refused',
    isRefusing: true,
    comes: 'network',
    requests: 0,
    why: 'Nobody listens on the port.',
  },
  {
    name: 'a host name that nobody knows',
    baseUrl: () => 'http://nobody.invalid',
    comes: 'network',
    requests: 0,
    why: 'There is no address to connect to.',
  },
  {
    name: 'accepted, then reset at once',
    server: { connect: (connection) => connection.reset() },
    comes: 'network',
    requests: 0,
    why: 'No byte of an answer.',
  },
  {
    name: 'the request read, then closed without a word',
    server: { answer: (connection) => connection.end() },
    comes: 'network',
    why: 'No byte of an answer. The request is not sent again: the server may have acted on it.',
  },
  {
    name: 'reset before the headers',
    server: { answer: (connection) => connection.reset() },
    comes: 'network',
    why: 'No byte of an answer.',
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
    why: 'Without whole headers there is no response.',
  },
  {
    name: 'closed inside the headers',
    server: { answer: (connection) => connection.end('HTTP/1.1 200 OK\r\ncontent-type: appl') },
    comes: 'network',
    why: 'Without whole headers there is no response.',
  },
  {
    name: 'a TLS alert in answer to plain HTTP',
    server: { answer: (connection) => connection.end(Buffer.from('15030100020246', 'hex')) },
    comes: 'network',
    why: '`http:` where the server speaks `https:`.',
  },
  {
    name: 'plain HTTP in answer to TLS',
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
