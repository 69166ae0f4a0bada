import { sent } from './draw.mjs';

/** The headers that identify the user. */
const USERS = ['authorization', 'cookie'];

const VALIDATORS = ['etag', 'last-modified'];

const DATES = ['expires', 'date', 'last-modified'];

/** The members of a Cache-Control header, parsed in the simplest way. The classes must not use homing's parser. */
const membersOf = (headers) =>
  headers
    .filter(([name]) => name === 'cache-control')
    .flatMap(([, members]) => members)
    .map((member) => member.trim().toLowerCase());

const hasTwice = (members) => {
  const names = members.map((member) => member.split(/[=,]/, 1)[0]);
  return new Set(names).size < names.length;
};

const valueOf = (headers, name) => sent(headers)[name];

/** The facts of a case up to the step at which two caches differ, for the classes. */
export function factsOf({ mode, steps }, index) {
  const before = steps.slice(0, index);
  const upTo = steps.slice(0, index + 1);
  const step = steps[index];
  const told = upTo.flatMap(({ answer }) => membersOf(answer.headers));
  const asked = membersOf(step.ask);
  return {
    isShared: mode === 'shared',
    step,
    before,
    /** Whether this or an earlier response has a header, with that value. */
    response: (name, value = /^/) =>
      upTo.some(
        ({ answer }) =>
          value.test(valueOf(answer.headers, name) ?? '') && valueOf(answer.headers, name) !== undefined,
      ),
    /** Whether this request has a header. */
    request: (name) => valueOf(step.ask, name) !== undefined,
    /** Whether this or an earlier request has a header. */
    requests: (name) => upTo.some(({ ask }) => valueOf(ask, name) !== undefined),
    /** Whether a response has such a directive. */
    told: (pattern) => told.some((member) => pattern.test(member)),
    /** Whether a request has such a directive. */
    asked: (pattern) => asked.some((member) => pattern.test(member)),
    askedEver: (pattern) => upTo.some(({ ask }) => membersOf(ask).some((member) => pattern.test(member))),
    isConditional:
      valueOf(step.ask, 'if-none-match') !== undefined ||
      valueOf(step.ask, 'if-modified-since') !== undefined,
    hasValidator: before.some(({ answer }) =>
      VALIDATORS.some((name) => valueOf(answer.headers, name) !== undefined),
    ),
    isOtherUser: USERS.some((name) =>
      before.some(({ ask }) => valueOf(ask, name) !== valueOf(step.ask, name)),
    ),
    hasDate: (pattern) =>
      upTo.some(({ answer }) =>
        DATES.some(
          (name) =>
            valueOf(answer.headers, name) !== undefined && pattern.test(valueOf(answer.headers, name)),
        ),
      ),
    isInCapitals: upTo.some(({ ask, answer }) =>
      [...ask, ...answer.headers].some(
        ([name, members]) => name === 'cache-control' && members.some((member) => /[A-Z]/.test(member)),
      ),
    ),
    hasSpaces: upTo.some(({ ask, answer }) =>
      [...ask, ...answer.headers].some(
        ([name, members]) => name === 'cache-control' && members.some((member) => /\s$/.test(member)),
      ),
    ),
    /** The previous response; undefined for the first. */
    previous: index > 1 ? steps[index - 1].answer : undefined,
    /** The seconds in a directive of the request. */
    most: (name) => {
      const member = asked.find((each) => each.startsWith(`${name}=`));
      return member === undefined ? NaN : Number.parseInt(member.slice(name.length + 1), 10);
    },
    isTwice: hasTwice(told) || hasTwice(asked),
    /** Whether an earlier response has such a status. */
    status: (list) => before.some(({ answer }) => list.includes(answer.status)),
  };
}

const isPlain = (headers, name) => membersOf(headers).includes(name);

/** Whether the server confirmed the stored response with a 304. */
const isValidated = ({ act, answered }) => act === 'validated' && answered === 304;

const hasStaleIfError = (fields) =>
  fields.some((headers) => membersOf(headers).some((member) => member.startsWith('stale-if-error')));

const userOf = (ask) => USERS.map((name) => valueOf(ask, name)).join('\n');

/**
 * Checks the rules that homing must follow independent of the other caches. Finds the response that a body comes
 * from, and checks that response and its request against the shortest form of the rules. Undefined without a violation.
 */
export function breachOf({ mode, steps }, outcomes) {
  for (const [index, { act, body, from }] of outcomes.entries()) {
    if (body !== 'old') continue;
    const { answer, ask } = steps[from];
    const now = steps[index].ask;
    const breaches = {
      'no-store':
        isPlain(answer.headers, 'no-store') &&
        !membersOf(answer.headers).some((each) => each.startsWith('must-understand')),
      'no-store of the request': isPlain(ask, 'no-store') || isPlain(now, 'no-store'),
      'private, in a shared cache': mode === 'shared' && isPlain(answer.headers, 'private'),
      'no-cache':
        act !== 'validated' &&
        isPlain(answer.headers, 'no-cache') &&
        steps.slice(from + 1, index).every((each) => each.answer.status !== 304),
      'no-cache of the request':
        isPlain(now, 'no-cache') &&
        !isValidated(outcomes[index]) &&
        !hasStaleIfError([ask, now, answer.headers]),
      'another user': mode === 'private' && userOf(ask) !== userOf(now),
      'authorization, in a shared cache':
        mode === 'shared' &&
        (valueOf(ask, 'authorization') ?? valueOf(ask, 'cookie')) !== undefined &&
        membersOf(answer.headers).length === 0,
      'set-cookie, in a shared cache':
        mode === 'shared' &&
        valueOf(answer.headers, 'set-cookie') !== undefined &&
        !membersOf(answer.headers).some((each) => each.startsWith('public')),
      'vary: *': (valueOf(answer.headers, 'vary') ?? '').includes('*'),
      'another x-a':
        /^x-a$/i.test(valueOf(answer.headers, 'vary') ?? '') &&
        valueOf(ask, 'x-a')?.replaceAll(' ', '') !== valueOf(now, 'x-a')?.replaceAll(' ', ''),
      206: answer.status === 206,
    };
    const [name] = Object.entries(breaches).find(([, isBreach]) => isBreach) ?? [];
    if (name) return `step ${index}: ${name}`;
  }
  return undefined;
}
