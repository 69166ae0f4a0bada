import type { AddressGate } from './address-gate.js';
import { type Lookup, nodeNet } from './node-api.js';
import { notPublic } from './not-public.js';

interface Found {
  readonly address: string;
  readonly family: number;
}

const foundIn = (entry: unknown): Found => {
  const { address } = Object(entry) as Partial<Found>;
  const family = typeof address === 'string' ? nodeNet.isIP(address) : 0;
  if (address === undefined || family === 0) throw new TypeError('It is no address.');
  return { address, family };
};

/** Copies, for what is checked has to be what is connected to. None where anything in it is no address. */
const readAnswer = (answer: unknown): readonly Found[] => {
  try {
    // Those of somebody's own making may know of one only, whatever they are asked.
    return Array.isArray(answer) ? Array.from(answer, foundIn) : [foundIn({ address: answer })];
  } catch {
    return [];
  }
};

/**
 * A lookup that gives only what the gate admits, and nothing of an answer in which one address is not: whoever mixes
 * them waits for the other to be tried. It always asks for all of them.
 */
export const checkedLookup =
  (gate: AddressGate, lookup: Lookup): Lookup =>
  (hostname, options, callback) => {
    let isAnswered = false;
    const answer = (error: unknown, given?: unknown): void => {
      if (isAnswered) return;
      isAnswered = true;
      if (error) {
        callback(error);
        return;
      }
      const [first, ...others] = readAnswer(given);
      if (!first) callback(notPublic(hostname, 'what its lookup gave is no list of IP addresses'));
      else if (![first, ...others].every(({ address }) => gate.admits(address)))
        callback(notPublic(hostname));
      else if (options.all) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    };
    // One that is async may reject, and tell nobody.
    new Promise((resolve) => resolve(lookup(hostname, { ...options, all: true }, answer))).catch(answer);
  };
