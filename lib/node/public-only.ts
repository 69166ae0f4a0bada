import { markSafeText } from '../core/platform/errors.js';
import { nullProto, describeType, givenOptions } from '../core/platform/values.js';
import { type Addresses, type Lookup, nodeDns, nodeNet } from './node-api.js';

/** Where the machines of the internet are: IPv4, and of IPv6 what is given to them so far. */
const INTERNET = ['0.0.0.0/0', '2000::/3'];

/** What of that leads elsewhere, by the registries of RFC 6890, or to an IPv4 address that stands in the other. */
const SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  // Azure has its host agent at a public address, which leads out of no virtual machine.
  '168.63.129.16',
];

const RANGE = /^([^/%]+)(?:\/(\d{1,3}))?$/;

const typeOf = (address: string): 'ipv4' | 'ipv6' => (nodeNet.isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether the text was an address, or a range as `10.1.0.0/16`. */
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

/** Says which addresses may be connected to: those of the internet, and those that are allowed by name. */
class AddressGate {
  readonly #internet = setOf(INTERNET);
  readonly #special = setOf(SPECIAL);
  readonly #allowed: Addresses;

  /** @param allow Throws a TypeError for what is neither an address nor a range. */
  constructor(allow: readonly string[]) {
    this.#allowed = setOf(allow);
  }

  /** Not for what is no address, nor for one with a zone, which only ever names a machine nearby. */
  admits(address: string): boolean {
    if (address.includes('%')) return false;
    // Not the family that a lookup says it is of: a list of the other one would not have it.
    const type = typeOf(address);
    if (this.#allowed.check(address, type)) return true;
    return this.#internet.check(address, type) && !this.#special.check(address, type);
  }
}

const PRIVATE = 'its address is not public. If you trust it, add it to the option allow';

/** Why `publicOnly` opens no connection. It names the host and no address: where a name leads is not for every reader. */
const notPublic = (host: string, why = PRIVATE): Error => {
  const error = markSafeText(new Error(`publicOnly doesn't connect to ${host}: ${why}.`));
  return Object.assign(error, { code: 'ERR_NOT_PUBLIC' });
};

interface Found {
  readonly address: string;
  readonly family: number;
}

/** Copies, for what is checked has to be what is connected to. None where anything in it is no address. */
const readAnswer = (answer: unknown): readonly Found[] => {
  // A lookup of one's own may know of one only, whatever it is asked.
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
 * A lookup that gives only what the gate admits, and nothing of an answer in which one address is not: whoever mixes
 * them waits for the other to be tried. It always asks for all of them.
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
    // One that is async may reject, and tell nobody.
    new Promise((resolve) => resolve(lookup(hostname, { ...options, all: true }, answer))).catch(answer);
  };

/** Whom undici asks a connector to connect to, as far as `publicOnly` looks at it. */
interface Target {
  readonly hostname: string;
  readonly socketPath?: unknown;
  readonly httpSocket?: unknown;
}

type Connector = (target: Target, callback: (error: unknown, socket: null) => void) => unknown;

/** What `publicOnly` takes beside the options of undici's `buildConnector`. */
export interface PublicOnlyOptions {
  /**
   * Addresses that may be connected to though they are not public: single ones, and ranges such as `10.1.0.0/16`.
   * Default: none. No list, or anything else in it: `publicOnly` throws.
   */
  readonly allow?: readonly string[] | undefined;
}

type Given = PublicOnlyOptions & { readonly lookup?: Lookup; readonly [name: string]: unknown };

const optionsFor = (options: object | undefined): [gate: AddressGate, forConnector: object] => {
  const { allow = [], lookup = nodeDns.lookup, ...others } = givenOptions(options as Given);
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

const refusal = ({ hostname, socketPath, httpSocket }: Target, gate: AddressGate): Error | undefined => {
  if (socketPath != null) return notPublic(hostname, 'a local socket is not public');
  if (httpSocket) return notPublic(hostname, 'other code opened the connection, so its address is unknown');
  // What is no address is looked up, and checked then.
  return nodeNet.isIP(hostname) === 0 || gate.admits(hostname) ? undefined : notPublic(hostname);
};

/**
 * A connector for a dispatcher of undici, of versions 6 to 8, that connects to public addresses only: for URLs that
 * come from somebody else, and for whatever they redirect to.
 *
 * ```ts
 * nodeFetch({ dispatcher: new Agent({ connect: publicOnly(buildConnector, { allow: ['10.1.0.0/16'] }) }) });
 * ```
 *
 * A host is judged by the address that is connected to, and by all others in the same answer of its lookup. Anything
 * else is the error `ERR_NOT_PUBLIC`, before a connection is opened. It has no say where a proxy makes the connections.
 *
 * @typeParam B The type of `buildConnector`.
 * @param buildConnector That of undici, itself.
 * @param options `allow`, and the options of `buildConnector`: those of the Agent don't reach a connector. A `lookup`
 *   among them finds the addresses. Throws a TypeError for `path` and `socketPath`.
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
    // One that was made already has begun to connect.
    (connect as { destroy?(): void } | null | undefined)?.destroy?.();
    throw new TypeError('publicOnly got a connector: pass buildConnector from undici itself.');
  }
  const guarded: Connector = (target, callback) => {
    const error = refusal(target, gate);
    if (!error) return connect(target, callback);
    // Never at once, which no connection is.
    queueMicrotask(() => callback(error, null));
    return undefined;
  };
  return guarded as ReturnType<B>;
}
