import type { Observer } from '../../lib/observe.js';

interface AttemptLog {
  readonly number: number;
  readonly hooks: string[];
}

interface CallLog {
  readonly id: number;
  readonly hooks: string[];
  readonly attempts: AttemptLog[];
}

/** Writes down which hooks are asked, for `contractFaults`. */
export const contractObserver = (): { observer: Observer; calls: CallLog[] } => {
  const calls: CallLog[] = [];
  const observer: Observer = {
    call({ id }) {
      const call: CallLog = { id, hooks: [], attempts: [] };
      calls.push(call);
      return {
        around(run) {
          call.hooks.push('around');
          return run();
        },
        attempt({ number }) {
          const attempt: AttemptLog = { number, hooks: [] };
          call.attempts.push(attempt);
          const say = (hook: string): void => void attempt.hooks.push(hook);
          return {
            around(send) {
              say('around');
              return send();
            },
            joined: () => say('joined'),
            response: () => say('response'),
            end: ({ error }) => say(error ? 'failed' : 'ended'),
          };
        },
        end: ({ error }) => void call.hooks.push(error ? 'failed' : 'ended'),
      };
    },
  };
  return { observer, calls };
};

/** What goes against what any observer may rely on, whatever becomes of a call. */
export const contractFaults = (calls: readonly CallLog[]): string[] => {
  const ids = calls.map(({ id }) => id);
  const inOrder = ids.every((id, at) => at === 0 || id > ids[at - 1]!);
  return [
    ...(inOrder ? [] : [`ids don't count up: ${ids.join()}`]),
    ...calls.flatMap(({ hooks, attempts }) => [
      ...(/^around (ended|failed)$/.test(hooks.join(' ')) ? [] : [`a call: ${hooks.join(' ')}`]),
      ...attempts.flatMap((attempt, at) => [
        ...(attempt.number === at + 1 ? [] : [`attempt ${at + 1} is numbered ${attempt.number}`]),
        ...(/^(joined|around( response)?) (ended|failed)$/.test(attempt.hooks.join(' '))
          ? []
          : [`an attempt: ${attempt.hooks.join(' ')}`]),
      ]),
    ]),
  ];
};
