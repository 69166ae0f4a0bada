import { bare } from '../core/platform/bare.js';
import { describeType } from '../core/platform/describe-type.js';
import { givenOptions } from '../core/platform/own-properties.js';
import { AddressGate } from './address-gate.js';
import { checkedLookup } from './checked-lookup.js';
import { type Lookup, nodeDns, nodeNet } from './node-api.js';
import { notPublic } from './not-public.js';

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
   * Anything else throws a TypeError. Default: none.
   */
  readonly allow?: readonly string[] | undefined;
}

const optionsFor = (options: object | undefined): [gate: AddressGate, forConnector: object] => {
  const { allow = [], lookup = nodeDns.lookup, ...others } = givenOptions(options as Given);
  if (!Array.isArray(allow)) {
    throw new TypeError(`The option allow has to be a list of strings, and was ${describeType(allow)}.`);
  }
  if (typeof lookup !== 'function') {
    throw new TypeError(`The option lookup has to be a function, and was ${describeType(lookup)}.`);
  }
  for (const name of ['path', 'socketPath']) {
    if (Object.hasOwn(others, name))
      throw new TypeError(
        `publicOnly can't have the option ${name}: a socket of this machine is not public.`,
      );
  }
  const gate = new AddressGate(allow);
  return [gate, bare(others, { lookup: checkedLookup(gate, lookup) })];
};

type Given = PublicOnlyOptions & { readonly lookup?: Lookup; readonly [name: string]: unknown };

const refusal = ({ hostname, socketPath, httpSocket }: Target, gate: AddressGate): Error | undefined => {
  if (socketPath != null) return notPublic(hostname, 'a socket of this machine is not public');
  if (httpSocket)
    return notPublic(hostname, 'somebody else has opened the connection, and it may lead anywhere');
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
    throw new TypeError(
      `publicOnly takes the buildConnector of undici, and was given ${describeType(buildConnector)}.`,
    );
  }
  const [gate, forConnector] = optionsFor(options);
  const connect = buildConnector(forConnector as never) as Connector;
  if (typeof connect !== 'function') {
    // One that was made already has begun to connect.
    (connect as { destroy?(): void } | null | undefined)?.destroy?.();
    throw new TypeError('publicOnly takes the buildConnector of undici itself, and not what it makes.');
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
