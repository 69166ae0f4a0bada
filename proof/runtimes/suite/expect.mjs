/** Assertions without a framework: the suite has to run where there is none. */
export class Mismatch extends Error {
  name = 'Mismatch';
}

const tagOf = (value) => Object.prototype.toString.call(value);

const shown = (value) => {
  try {
    const text = typeof value === 'object' ? JSON.stringify(value) : undefined;
    return text === undefined || text === '{}' ? `${String(value)} ${text ?? ''}`.trim() : text;
  } catch {
    return tagOf(value);
  }
};

const equal = (left, right) => {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && equal(left[name], right[name]))
  );
};

/** The two have the same content: own enumerable members, at every depth. */
export const same = (actual, expected, what = 'value') => {
  if (!equal(actual, expected))
    throw new Mismatch(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
};

export const ok = (truth, what) => {
  if (!truth) throw new Mismatch(`not so: ${what}`);
};

export const includes = (text, part) => {
  if (typeof text !== 'string' || !text.includes(part))
    throw new Mismatch(`expected ${shown(text)} to include ${shown(part)}`);
};

/** What the function throws, or the promise that it gives rejects with. */
export const thrownBy = async (act) => {
  try {
    await act();
  } catch (thrown) {
    return thrown;
  }
  throw new Mismatch('nothing was thrown');
};

/** A Result that is a success, with this data. */
export const succeeds = (result, data) => {
  if (result.error) {
    const { message, body } = result.error;
    throw new Mismatch(`expected a success, got: ${message} (${shown(body)})`);
  }
  if (data !== undefined) same(result.data, data, 'data');
};

/** A well-formed error Result of this kind. Gives its error. */
export const fails = (result, kind) => {
  if (!result.error) throw new Mismatch(`expected a ${kind} error, got the data ${shown(result.data)}`);
  same([result.data, result.error.kind], [null, kind], `data and kind (${result.error.message})`);
  ok(result.error instanceof Error && result.error.name === 'ApiError', 'the error is an ApiError');
  ok(typeof result.retry === 'function', 'the Result has retry()');
  return result.error;
};

/** A call that was refused before it was sent: a TypeError in the body, naming what was wrong. */
export const refuses = (result, named) => {
  const error = fails(result, 'network');
  ok(error.body instanceof TypeError, `the body is a TypeError, not ${shown(error.body)}`);
  includes(error.body.message, named);
  return error;
};
