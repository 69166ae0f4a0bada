// Runs the rows in Node: `node integration/errors/node-client.mjs fetch|nodeFetch URLS`. Prints the results as JSON.
import dns from 'node:dns';
import { ProxyAgent } from 'undici-6';
import { nodeFetch } from '../../dist/node.js';
import { tellAll } from './tell.mjs';

const [transport, urls] = process.argv.slice(2);

// Don't use a name server: all names except these loopback names are unknown here.
const { lookup } = dns;
dns.lookup = (host, ...rest) => {
  if (host === 'localhost') return lookup(host, ...rest);
  const unknown = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  process.nextTick(rest.at(-1), unknown);
};

const given = JSON.parse(urls);
const client = transport === 'nodeFetch' ? { fetch: nodeFetch() } : {};
const proxied = { fetchOptions: { dispatcher: new ProxyAgent(given.proxy) } };
const told = await tellAll({ urls: given, client, proxied });
process.stdout.write(JSON.stringify(told), () => process.exit());
