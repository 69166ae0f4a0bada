import { markSafeText } from '../core/platform/errors.js';
import { nullProto, describeType, givenOptions } from '../core/platform/values.js';
import { type Addresses, type Lookup, nodeDns, nodeNet } from './node-api.js';

/** Ranges with public addresses: IPv4, and the allocated part of IPv6. */
const INTERNET = ['0.0.0.0/0', '2000::/3'];

/**
 * Ranges of these that aren't public, from the registries of RFC 6890, and IPv6 ranges that embed an IPv4
 * address.
 */
const SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  // A public address that leads to Azure's host agent, reachable only from inside a virtual machine.
  '168.63.129.16',
];

const RANGE = /^([^/%]+)(?:\/(\d{1,3}))?$/;

const typeOf = (address: string): 'ipv4' | 'ipv6' => (nodeNet.isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Adds an address or a range such as `10.1.0.0/16`. Returns false for any other string. */
const added = (text: string, addresses: Addresses): boolean => {
  const [, address = '', bits] = RANGE.exec(text) ?? [];
  const type = typeOf(address);
  const most = type === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (nodeNet.isIP(address) === 0 || prefix > most) return false;
  addresses.addSubnet(address, prefix, type);
  return true;
};

const setOf = (ranges: readonly string[]): Addresses => {
  const addresses = new nodeNet.BlockList();
  for (const range of ranges) {
    if (typeof range === 'string' && added(range, addresses)) continue;
    const shown = typeof range === 'string' ? `'${range}'` : describeType(range);
    throw new TypeError(`allow[] is ${shown}: pass an IP address, or a range such as 10.1.0.0/16.`);
  }
  return addresses;
};

/** Decides which addresses can be connected to: public ones and the allowed ones. */
class AddressGate {
  readonly #internet = setOf(INTERNET);
  readonly #special = setOf(SPECIAL);
  readonly #allowed: Addresses;

  /**
   * Creates the gate.
   *
   * @param allow Allowed addresses and ranges. Throws a TypeError for any other value.
   */
  constructor(allow: readonly string[]) {
    this.#allowed = setOf(allow);
  }

  /**
   * Whether an address can be connected to. False for a value that is not an IP address, and for an address
   * with a zone, which is always local.
   */
  admits(address: string): boolean {
    if (address.includes('%')) return false;
    // Don't use the family that a lookup reports: a wrong family would bypass the list.
    const type = typeOf(address);
    if (this.#allowed.check(address, type)) return true;
    return this.#internet.check(address, type) && !this.#special.check(address, type);
  }
}

const PRIVATE = 'its address is not public. If you trust it, add it to the option allow';

/**
 * Creates the error of a rejected connection. Names the host but not its address, which must not reach every
 * reader of the error.
 */
const notPublic = (host: string, why = PRIVATE): Error => {
  const error = markSafeText(new Error(`publicOnly doesn't connect to ${host}: ${why}.`));
  return Object.assign(error, { code: 'ERR_NOT_PUBLIC' });
};

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * Returns copies of the addresses, so that the checked address is the connected one. Returns none if one of
 * them is not an IP address.
 */
const readAnswer = (answer: unknown): readonly ResolvedAddress[] => {
  // A custom lookup can return a single address, even with the option `all`.
  const entries: readonly unknown[] = Array.isArray(answer) ? answer : [{ address: answer }];
  const found = entries.map((entry) => {
    const { address } = Object(entry) as { address?: unknown };
    return typeof address === 'string'
      ? { address, family: nodeNet.isIP(address) }
      : { address: '', family: 0 };
  });
  return found.every(({ family }) => family !== 0) ? found : [];
};

/**
 * Returns a lookup that checks every address and fails if one of them isn't allowed. A mixed result can be an
 * attack that waits for a retry with the other address. Always requests all addresses.
 */
const checkedLookup =
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
      if (!first) callback(notPublic(hostname, 'its lookup returned no IP addresses'));
      else if (![first, ...others].every(({ address }) => gate.admits(address)))
        callback(notPublic(hostname));
      else if (options.all) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    };
    // An async lookup can reject without calling the callback.
    new Promise((resolve) => resolve(lookup(hostname, { ...options, all: true }, answer))).catch(answer);
  };

/** The part of undici's connector options that `publicOnly` reads. */
interface ConnectTarget {
  readonly hostname: string;
  readonly socketPath?: unknown;
  readonly httpSocket?: unknown;
}

type Connector = (target: ConnectTarget, callback: (error: unknown, socket: null) => void) => unknown;

/** Options of `publicOnly` in addition to the options of undici's `buildConnector`. */
export interface PublicOnlyOptions {
  /**
   * Addresses and ranges, such as `10.1.0.0/16`, that are allowed although they aren't public. Throws a
   * TypeError if it is not an array of these.
   *
   * @default []
   */
  readonly allow?: readonly string[] | undefined;
}

type ConnectorOptions = PublicOnlyOptions & { readonly lookup?: Lookup; readonly [name: string]: unknown };

const optionsFor = (options: object | undefined): [gate: AddressGate, forConnector: object] => {
  const { allow = [], lookup = nodeDns.lookup, ...others } = givenOptions(options as ConnectorOptions);
  if (!Array.isArray(allow)) {
    throw new TypeError(`allow is ${describeType(allow)}: pass an array of strings.`);
  }
  if (typeof lookup !== 'function') {
    throw new TypeError(`lookup is ${describeType(lookup)}: pass a function.`);
  }
  for (const name of ['path', 'socketPath']) {
    if (Object.hasOwn(others, name))
      throw new TypeError(`publicOnly doesn't allow the option ${name}: a local socket is not public.`);
  }
  const gate = new AddressGate(allow);
  return [gate, nullProto(others, { lookup: checkedLookup(gate, lookup) })];
};

const refusal = (
  { hostname, socketPath, httpSocket }: ConnectTarget,
  gate: AddressGate,
): Error | undefined => {
  if (socketPath != null) return notPublic(hostname, 'a local socket is not public');
  if (httpSocket) return notPublic(hostname, 'other code opened the connection, so its address is unknown');
  // A host name is checked after its lookup.
  return nodeNet.isIP(hostname) === 0 || gate.admits(hostname) ? undefined : notPublic(hostname);
};

/**
 * Creates a connector for an undici dispatcher, versions 6 to 8, that connects only to public addresses. Use
 * it for URLs from untrusted sources and their redirects.
 *
 * ```ts
 * nodeFetch({ dispatcher: new Agent({ connect: publicOnly(buildConnector, { allow: ['10.1.0.0/16'] }) }) });
 * ```
 *
 * Checks the address that is connected to and all other addresses of the same lookup. Otherwise it fails with
 * the code `ERR_NOT_PUBLIC` before it opens a connection. It has no effect if a proxy opens the connections.
 *
 * @typeParam B Type of `buildConnector`.
 * @param buildConnector The function from undici, not its return value.
 * @param options `allow` and the options of `buildConnector`. The Agent doesn't pass its options to a
 * connector. A `lookup` function finds the addresses. Throws a TypeError for `path` and `socketPath`.
 */
export function publicOnly<B extends (options: never) => unknown>(
  buildConnector: B,
  options?: PublicOnlyOptions & NonNullable<Parameters<B>[0]>,
): ReturnType<B> {
  if (typeof buildConnector !== 'function') {
    throw new TypeError(`publicOnly got ${describeType(buildConnector)}: pass buildConnector from undici.`);
  }
  const [gate, forConnector] = optionsFor(options);
  const connect = buildConnector(forConnector as never) as Connector;
  if (typeof connect !== 'function') {
    // A dispatcher that was passed by mistake can already be connecting.
    (connect as { destroy?(): void } | null | undefined)?.destroy?.();
    throw new TypeError('publicOnly got a connector: pass buildConnector from undici itself.');
  }
  const guarded: Connector = (target, callback) => {
    const error = refusal(target, gate);
    if (!error) return connect(target, callback);
    // Report the error asynchronously, as a connection does.
    queueMicrotask(() => callback(error, null));
    return undefined;
  };
  return guarded as ReturnType<B>;
}
