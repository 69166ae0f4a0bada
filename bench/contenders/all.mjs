import { fetchPeers } from './fetch-peers.mjs';
import { homing, homingOnNode } from './homing.mjs';
import { nodePeers } from './node-peers.mjs';
import { plainFetch } from './plain.mjs';

/** Those that need no more than a fetch, which may be a stub. */
export const onFetch = [plainFetch, homing, ...fetchPeers];

/** Those that have a transport of their own. */
export const onOwnTransport = [...(await homingOnNode()), ...nodePeers];

export const contenderNamed = (name) =>
  [...onFetch, ...onOwnTransport].find((contender) => contender.name === name);
