import type { CallInitiator, Result } from '../../lib/index.js';
import type { AttemptObserver, ObservedAttempt, ObservedCall, Observer } from '../../lib/entries/observe.js';

type StreamEnd = { readonly error?: { readonly kind: string }; readonly items?: number } | undefined;

/** The records of an observer, one line per hook. Calls are numbered in order. */
export interface Recorder {
  readonly observer: Observer;
  readonly lines: string[];
  readonly calls: ObservedCall[];
  readonly attempts: ObservedAttempt[];
  /** The arguments of `end`, in the order in which the calls end. */
  readonly ends: Result<unknown>[];
  /** The arguments of the attempts' `end`, in the order in which they end. */
  readonly attemptEnds: Result<unknown>[];
  /** The lines since the previous call of this function. */
  since(): string[];
}

/** `ok`, or the kind of the error with its status. */
export const outcomeOf = ({ error }: Result<unknown>): string => {
  if (!error) return 'ok';
  return error.status ? `${error.kind} ${error.status}` : error.kind;
};

const streamOf = (stream: StreamEnd): string =>
  stream ? `, stream ${stream.error?.kind ?? 'ok'}, ${stream.items ?? '?'} items` : '';

/** An observer that records all notifications. */
export const recorder = (): Recorder => {
  const seen = {
    lines: [] as string[],
    calls: [] as ObservedCall[],
    attempts: [] as ObservedAttempt[],
    ends: [] as Result<unknown>[],
    attemptEnds: [] as Result<unknown>[],
  };
  const numberOf = (id: number): number => seen.calls.findIndex((call) => call.id === id) + 1;
  const madeBy = (origin: CallInitiator | undefined): string => {
    if (!origin) return '';
    if (origin.type === 'retry') return `, retry of ${numberOf(origin.of)}`;
    return origin.type === 'page' ? `, page ${origin.page}` : ', poll';
  };
  const attemptOf = (say: (line: string) => void, attempt: ObservedAttempt): AttemptObserver => {
    const { number } = attempt;
    seen.attempts.push(attempt);
    say(`attempt ${number}`);
    return {
      joined: (leader) => say(`attempt ${number} joined ${numberOf(leader)}`),
      response: ({ status }) => say(`attempt ${number} response ${status}`),
      end: (result) => {
        seen.attemptEnds.push(result);
        say(`attempt ${number} end ${outcomeOf(result)}`);
      },
    };
  };
  const observer: Observer = {
    call(call) {
      seen.calls.push(call);
      const say = (line: string): void => void seen.lines.push(`${numberOf(call.id)} ${line}`);
      say(`call ${call.name}${madeBy(call.origin)}`);
      return {
        attempt: (attempt) => attemptOf(say, attempt),
        note: ({ type }) => say(`note ${type}`),
        end: (result, stream) => {
          seen.ends.push(result);
          say(`end ${outcomeOf(result)}${streamOf(stream)}`);
        },
      };
    },
  };
  return { ...seen, observer, since: () => seen.lines.splice(0) };
};
