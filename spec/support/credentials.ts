import {
  AuthError,
  type AuthOptions,
  type Credentials,
  type CredentialSource,
} from '../../lib/entries/auth.js';
import type { Result } from '../../lib/index.js';
import { readAuthOptions } from '../../lib/features/auth/credentials.js';
import { Session } from '../../lib/features/auth/session.js';
import type { SentRequest } from './client.js';
import { flush } from './flush.js';
import { ManualClock } from './manual-clock.js';

/** The credentials of a request. */
export const tokenOf = ({ init }: Pick<SentRequest, 'init'>): string | null =>
  new Headers(init.headers).get('authorization');

/** The reason why a call had no credentials; else the kind of its error. */
export const reasonOf = ({ error }: Result<unknown>): unknown =>
  error?.kind === 'middleware' && error.cause instanceof AuthError ? error.cause.reason : error?.kind;

/** One pending refresh that the spec settles. */
export interface HeldRefresh {
  readonly stale: Credentials | undefined;
  readonly signal: AbortSignal;
  give(credentials: unknown): void;
  fail(thrown: unknown): void;
}

/** A source whose refreshes the spec settles. */
export const heldSource = (): { source: CredentialSource; asked: HeldRefresh[] } => {
  const asked: HeldRefresh[] = [];
  const refresh: CredentialSource['refresh'] = (stale, signal) =>
    new Promise((resolve, reject) => {
      const give = (credentials: unknown): void => resolve(credentials as Credentials);
      asked.push({ stale, signal, give, fail: reject });
    });
  return { source: { refresh }, asked };
};

/** A source that immediately returns T1, T2 and so on, with this lifetime. */
export const countingSource = (clock: { now(): number }, lifetime = Infinity) => {
  const issued: Credentials[] = [];
  const refresh = async (): Promise<Credentials> => {
    const expiresAt = clock.now() + lifetime;
    const token = `T${String(issued.length + 1)}`;
    issued.push({ token, expiresAt });
    return { token, expiresAt };
  };
  return { refresh, issued };
};

/** Stores the passed value without a copy, so others can change it. */
export class VariableStore {
  stored: Credentials | undefined;
  readonly saved: (string | undefined)[] = [];

  constructor(stored?: Credentials) {
    this.stored = stored;
  }

  load(): Credentials | undefined {
    return this.stored;
  }

  async save(credentials: Credentials | undefined): Promise<void> {
    await Promise.resolve();
    this.saved.push(credentials?.token);
    this.stored = credentials;
  }
}

/** One pending save that the spec settles. */
export interface HeldSave {
  readonly token: string | undefined;
  /** Completes the save. */
  land(): Promise<void>;
  fail(): Promise<void>;
}

/** A store whose saves the spec settles. Until then, a load returns the previous value. */
export class HeldStore {
  stored: Credentials | undefined;
  readonly saves: HeldSave[] = [];
  loads = 0;

  constructor(stored?: Credentials) {
    this.stored = stored;
  }

  async load(): Promise<Credentials | undefined> {
    this.loads += 1;
    return this.stored;
  }

  save(credentials: Credentials | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const land = (): Promise<void> => {
        this.stored = credentials;
        resolve();
        return flush();
      };
      const fail = (): Promise<void> => {
        reject(new Error('disk full'));
        return flush();
      };
      this.saves.push({ token: credentials?.token, land, fail });
    });
  }
}

/** A lock that runs one task after another. The spec sends the notifications of other processes. */
export const queueLock = () => {
  let last: Promise<unknown> = Promise.resolve();
  const listeners: (() => void)[] = [];
  const told = { times: 0 };
  const lock = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    lock: Object.assign(lock, {
      changed: () => void (told.times += 1),
      onChange: (task: () => void) => void listeners.push(task),
    }),
    told,
    /** A notification from another process that shares the lock. */
    tell: () => listeners.forEach((task) => task()),
  };
};

/** A session with a manual clock, and a source that the spec settles. */
export const heldSession = (options: AuthOptions = {}) => {
  const clock = new ManualClock();
  const { source, asked } = heldSource();
  const session = new Session(source, readAuthOptions(options), clock);
  return {
    clock,
    asked,
    session,
    /** Advances the time, and runs all work that is due. */
    pass: async (ms: number): Promise<void> => {
      clock.move(ms);
      await flush();
    },
    /** Signs in with the token T and this lifetime; undefined never expires. */
    signIn: async (lifetime?: number): Promise<Credentials> => {
      const credentials: Credentials = {
        token: 'T',
        owner: 'Ada',
        ...(lifetime !== undefined && { expiresAt: clock.now() + lifetime }),
      };
      await session.set(credentials);
      return credentials;
    },
  };
};

/** The state of a promise: its value or its rejection; undefined while it is pending. */
export const outcomeOf = (work: Promise<unknown>): { value?: unknown; error?: unknown } => {
  const outcome: { value?: unknown; error?: unknown } = {};
  work.then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
};

/** A session, with functions that start a call and settle a refresh, and wait until nothing more happens. */
export const heldCalls = (options?: AuthOptions) => {
  const world = heldSession(options);
  const begun = async (work: Promise<unknown> = world.session.forCall()) => {
    const outcome = outcomeOf(work);
    await flush();
    return outcome;
  };
  const give = async (credentials: unknown, at = 0): Promise<void> => {
    world.asked[at]!.give(credentials);
    await flush();
  };
  const fail = async (thrown: unknown, at = 0): Promise<void> => {
    world.asked[at]!.fail(thrown);
    await flush();
  };
  return { ...world, begun, give, fail };
};
