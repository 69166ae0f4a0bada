import { givenOptions, type HttpMethod, readHeader, Refusal } from '../../core/seats.js';

/** What an `IdempotencyPlugin` takes. */
export interface IdempotencyOptions {
  /**
   * The methods whose requests get a key, in any case. Default POST and PATCH. No list of texts: it throws when it is
   * made.
   */
  readonly methods?: readonly HttpMethod[] | undefined;
  /** The header that has the key. Default `'Idempotency-Key'`. One that can't be sent: it throws when it is made. */
  readonly header?: string | undefined;
  /**
   * Whether a key of the plugin's own is sent in quotes, as the IETF draft of the header has it; most services take it
   * without. Default false.
   */
  readonly quoted?: boolean | undefined;
  /**
   * Milliseconds for which the service knows a key. A `retry()` that comes later is not sent. Default 86400000, a day;
   * Infinity for no limit. 0, negative and NaN: it throws when it is made.
   */
  readonly maxAge?: number | undefined;
  /**
   * What a 409 means: `'stop'`, that the key was used for something else; `'retry'`, that the service still works on the
   * first request. Default `'stop'`. Anything else: it throws when it is made.
   */
  readonly conflict?: 'stop' | 'retry' | undefined;
}

/** The options, read once. */
export interface OwnIdempotencyOptions {
  /** In upper case. */
  readonly methods: ReadonlySet<string>;
  readonly header: string;
  readonly quoted: boolean;
  readonly maxAge: number;
  readonly retriesConflicts: boolean;
}

const refuse = (name: string, given: unknown, wanted: string): never => {
  throw Refusal.of(`IdempotencyPlugin: ${name}`, given, wanted);
};

const readMethods = (given: unknown): ReadonlySet<string> => {
  const isList = Array.isArray(given) && given.every((method) => typeof method === 'string');
  if (!isList) return refuse('methods', given, "a list of methods, such as ['POST', 'PATCH']");
  return new Set(given.map((method: string) => method.toUpperCase()));
};

/** Throws a Refusal that names what can't be an option. */
export function readIdempotencyOptions(options: IdempotencyOptions | undefined): OwnIdempotencyOptions {
  const {
    methods = ['POST', 'PATCH'],
    header = 'Idempotency-Key',
    quoted = false,
    maxAge = 86_400_000,
    conflict = 'stop',
  } = givenOptions(options);
  if (typeof header !== 'string') refuse('header', header, 'the name of a header');
  readHeader(header, '');
  if (typeof maxAge !== 'number' || !(maxAge > 0)) refuse('maxAge', maxAge, 'milliseconds above 0');
  if (!['stop', 'retry'].includes(conflict)) refuse('conflict', conflict, "'stop' or 'retry'");
  return { methods: readMethods(methods), header, quoted, maxAge, retriesConflicts: conflict === 'retry' };
}
