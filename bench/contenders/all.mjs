import { fetchPeers } from './fetch-peers.mjs';
import { homing, homingOnNode } from './homing.mjs';
import { nodePeers } from './node-peers.mjs';
import { plainFetch } from './plain.mjs';

/** Contenders that only need a fetch, which can be a stub. */
export const onFetch = [plainFetch, homing, ...fetchPeers];

/** Contenders with their own transport. */
export const onOwnTransport = [...(await homingOnNode()), ...nodePeers];

export const contenderNamed = (name) =>
  [...onFetch, ...onOwnTransport].find((contender) => contender.name === name);
