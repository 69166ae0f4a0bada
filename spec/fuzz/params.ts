import fc from 'fast-check';

/** The value that a caller writes into its params after the call. It must never be sent or returned. */
export const CHANGED = 'changed';

/** The value that a caller writes into its data. No other caller must see it. */
export const TAMPERED = 'tampered';

/** When the caller changes its params: right after the call, some milliseconds later, or before a retry. */
export type ChangePlan = 'at once' | 'before the retry' | number;

export const anyChange: fc.Arbitrary<ChangePlan | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom<ChangePlan[]>('at once', 'at once', 'before the retry', 0, 1, 5) },
);

/** homing doesn't copy bodies. It sends their state at the time of sending. */
const isBody = (object: object): boolean =>
  ArrayBuffer.isView(object) ||
  [ArrayBuffer, URLSearchParams, FormData].some((each) => object instanceof each);

const changeObject = (object: object, mark: string, seen: Set<unknown>): void => {
  if (isBody(object) || seen.has(object)) return;
  seen.add(object);
  if (object instanceof Map) object.set('id', mark);
  const members = object as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    if (typeof members[name] === 'object' && members[name] !== null) changeObject(members[name], mark, seen);
    else members[name] = mark;
  }
  if (Array.isArray(object)) object.push(mark);
  else members[mark] = mark;
};

/** Changes every mutable value at every depth, except bodies. */
export const changeDeeply = (value: unknown, mark: string = CHANGED): void => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    changeObject(value, mark, new Set());
};

/** The params of a call: fields, or the name of an unusual or invalid value. */
export type ParamsPlan = { readonly fields: Readonly<Record<string, unknown>> } | { readonly odd: string };

const circular = (): object => {
  const object: Record<string, unknown> = { id: 1 };
  object['self'] = object;
  return object;
};

class Point {
  id = 'p';
  x = 1;
}

const ODD: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  'a string': () => 'text',
  'an empty string': () => '',
  'a number': () => 5,
  'an array': () => [1, { a: 1 }],
  'a Map': () => new Map([['id', '1']]),
  'a Map with an array': () =>
    new Map<string, unknown>([
      ['id', '1'],
      ['tags', ['a']],
    ]),
  'a Map with number keys': () => new Map([[1, 1]]),
  'a Set': () => new Set([1]),
  'a Date': () => new Date(0),
  FormData: () => new FormData(),
  URLSearchParams: () => new URLSearchParams('id=1&q=2'),
  'a Blob': () => new Blob(['a']),
  'an ArrayBuffer': () => new ArrayBuffer(16),
  'a typed array': () => new Uint8Array(16),
  'a stream': () => new Blob(['a']).stream(),
  'an instance': () => new Point(),
  'an instance with only toJSON': () => new URL('https://a.example/'),
  'a function': () => () => 1,
  'a symbol': () => Symbol('s'),
  'a bigint in a body': () => ({ id: 1, big: 1n }),
  'a circular object': circular,
};

/** Copies mutable values, because the plan runs again. */
const copied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copied);
  if (Object.prototype.toString.call(value) !== '[object Object]') return value;
  const copy = { ...(value as Record<string, unknown>) };
  for (const name of Object.keys(copy)) copy[name] = copied(copy[name]);
  return copy;
};

export const makeParams = (plan: ParamsPlan): unknown =>
  'odd' in plan ? ODD[plan.odd]!() : copied(plan.fields);

/** Characters with a meaning in a URL, a header or a query, and characters without a UTF-8 form. */
const ODD_CHARACTERS = [
  ...['/', '\\', '.', ':', '?', '#', '@', '%', '&', '=', '+', ' ', '\t', '\n', '\0', '\u007F'],
  ...['a', '1', 'ä', '\uD800', '\uDC00', '\u2028', '\uFEFF', '😀'],
];

const PATH_CHARACTERS = ['/', ':', '?', '#', '\\', '@', '.', '%', '&', '=', 'a', '1', '\t', ' '];

const hostileText = fc.oneof(
  fc.constantFrom('.', '..', '..', '%2e%2e', '/../..', ''),
  fc.constantFrom(' ', '//evil.example', '\\\\evil.example', '@evil.example', 'https://evil.example'),
  fc.constantFrom('a/b?x#y', '\r\nX: y', '\u0000', '\uD800', ':id', '%', '+', '\u202E'),
  fc.string({ unit: fc.constantFrom(...ODD_CHARACTERS), maxLength: 6 }),
);

const plainValue = fc.oneof(fc.nat(99), fc.string({ maxLength: 4, minLength: 1, unit: 'grapheme-ascii' }));

const anyValue = fc.oneof(
  { weight: 6, arbitrary: plainValue },
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(true, NaN, Infinity, null, undefined, [1, 'a', null]) },
  { weight: 2, arbitrary: fc.anything({ maxDepth: 1, maxKeys: 2, withDate: true, withBigInt: true }) },
);

const anyName = fc.constantFrom(
  ...['id', 'id', 'id', 'x', 'y', 'q', 'page', 'name', 'version', '__proto__', 'then'],
);

/** Fields with few plain values, so that calls are often equal. */
const fewFields = fc.record({ id: fc.constantFrom<unknown>(1, 2, 'a') });

/** Fields with a value that can change during the call. */
const nestedFields = fc.record({
  id: fc.constantFrom<unknown>(1, 2, 'a'),
  tags: fc.constant(['x', 'y']),
  deep: fc.constantFrom<unknown>(undefined, undefined, { list: [{ a: 1 }] }),
});

const plainFields = fc
  .array(fc.tuple(anyName, plainValue), { maxLength: 3 })
  .map((pairs) => Object.fromEntries<unknown>([['id', 7], ['x', 'x'], ['y', 'y'], ...pairs]));

const anyFields = fc
  .array(fc.tuple(anyName, anyValue), { maxLength: 4 })
  .map((pairs) => Object.fromEntries<unknown>(pairs));

export const anyParams: fc.Arbitrary<ParamsPlan> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ fields: fewFields }) },
  { weight: 6, arbitrary: fc.record({ fields: nestedFields }) },
  { weight: 8, arbitrary: fc.record({ fields: plainFields }) },
  { weight: 3, arbitrary: fc.record({ fields: anyFields }) },
  { weight: 2, arbitrary: fc.record({ odd: fc.constantFrom(...Object.keys(ODD)) }) },
);

const evilPaths = [
  ...['//evil.example/:id', 'https://evil.example/x', '\\\\evil.example/x', '/\\evil.example/:id'],
  ...['@evil.example/:id', '.evil.example/:id', ':8080/:id', '/a/:id#part', '/a?q=:id', '/\t/evil.example'],
  ...['/items/v:version', '/v1/:name:cancel', '', ':id'],
];

export const anyPath: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.constantFrom(
      ...['/items', '/items', '/items/:id', '/items/:id', '/items/:id', '/items/:id', '/a/:x/b/:y.json'],
      ...['/q?fixed=1'],
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...evilPaths) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(...PATH_CHARACTERS), maxLength: 10 }),
  },
);

export const anyBaseUrl: fc.Arbitrary<string> = fc.constantFrom(
  ...['https://api.example.com', 'https://api.example.com', 'https://api.example.com/v1//'],
  ...['https://api.example.com:8443/v1?key=secret-key', 'http://[::1]:3000', '/api', '/', ''],
);
