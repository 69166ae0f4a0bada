/** A signal that is no platform's, and in one respect none at all. */
export type HandMade =
  | 'made by hand'
  | 'takes none away'
  | 'lets nobody go'
  | 'takes no listener'
  | 'tells twice'
  | 'calls at once'
  | 'its aborted throws'
  | 'its aborted flips'
  | 'its reason throws, made by hand';

export const HAND_MADE: readonly HandMade[] = [
  'made by hand',
  'takes none away',
  'lets nobody go',
  'takes no listener',
  'tells twice',
  'calls at once',
  'its aborted throws',
  'its aborted flips',
  'its reason throws, made by hand',
];

/** Called as a function: who writes a signal by hand seldom thinks of objects with `handleEvent`. */
type Listener = () => void;

const call = (listener: Listener): void => listener();

const refuse = (): never => {
  throw new Error('A signal that refuses.');
};

const members = (kind: HandMade, state: { aborted: boolean }): object => {
  switch (kind) {
    case 'takes none away':
      return { removeEventListener: refuse };
    case 'lets nobody go':
      return { removeEventListener: undefined };
    case 'takes no listener':
      return { addEventListener: refuse };
    case 'calls at once':
      return { addEventListener: (_type: string, listener: Listener) => call(listener) };
    case 'its aborted throws':
      return Object.defineProperty({}, 'aborted', { get: refuse, enumerable: true });
    case 'its aborted flips':
      return Object.defineProperty({}, 'aborted', {
        get: () => (state.aborted = !state.aborted),
        enumerable: true,
      });
    case 'its reason throws, made by hand':
      return Object.defineProperty({}, 'reason', { get: refuse, enumerable: true });
    default:
      return {};
  }
};

/** The signal, what aborts it, and how many wait for it. */
export interface MadeByHand {
  readonly signal: AbortSignal;
  abort(): void;
  listeners(): number;
}

/** Plain objects, as somebody writes them who has no AbortController. */
export const makeByHand = (kind: HandMade, reason: () => unknown): MadeByHand => {
  const listeners = new Set<Listener>();
  const state = { aborted: false };
  let told = false;
  const plain = {
    get aborted() {
      return state.aborted;
    },
    reason: undefined as unknown,
    addEventListener: (_type: string, listener: Listener) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: Listener) => void listeners.delete(listener),
  };
  const abort = (): void => {
    if (told) return;
    told = true;
    state.aborted = true;
    if (kind !== 'its reason throws, made by hand') plain.reason = reason();
    for (let times = kind === 'tells twice' ? 2 : 1; times > 0; times -= 1)
      for (const listener of [...listeners]) call(listener);
  };
  const odd = members(kind, state);
  const signal = Object.defineProperties(plain, Object.getOwnPropertyDescriptors(odd));
  return { signal: signal as unknown as AbortSignal, abort, listeners: () => listeners.size };
};
