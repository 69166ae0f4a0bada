// The rows: the declaration in the document, the entry for `places`, and the value. Without `read`, the server must
// read the value itself. Values are strings, because requests don't contain types.

const TEXT = { type: 'string' };
const LIST = { type: 'array', items: TEXT };
const OBJECT = { type: 'object', properties: { a: TEXT, b: TEXT }, additionalProperties: TEXT };

const texts = ['plain', 'a b+c', 'a,b', 'é/ü?#&=%', '|;[]{}"'];
const list = ['x', 'a,b', 'é & c'];
// These styles can't represent a value that contains the separator: OpenAPI defines no escaping for them.
const simple = ['x', 'y-z', 'é'];
const object = { a: '1,2', b: 'é =&' };

/** @param {string} style @param {boolean} explode @param {object} schema */
const parameter = (place, style, explode, schema) => ({ in: place, style, explode, schema });

const cell = (place, style, explode, kind, schema, table, value, more = {}) => ({
  name: `${place} ${style}${explode ? ', explode' : ''}: ${kind}`,
  parameter: parameter(place, style, explode, schema),
  table,
  value,
  ...more,
});

const query = [
  ...texts.map((text) => cell('query', 'form', true, `text ${JSON.stringify(text)}`, TEXT, 'query', text)),
  cell('query', 'form', true, 'list', LIST, 'query', list),
  cell('query', 'form', true, 'list of one', LIST, 'query', ['a,b']),
  cell('query', 'form', true, 'object', OBJECT, 'spread', object),
  ...texts.map((text) => cell('query', 'form', false, `text ${JSON.stringify(text)}`, TEXT, 'query', text)),
  cell('query', 'form', false, 'list', LIST, 'csv', list),
  cell('query', 'form', false, 'object', OBJECT, 'csv', object),
  cell('query', 'spaceDelimited', false, 'list', LIST, 'ssv', simple),
  cell('query', 'pipeDelimited', false, 'list', LIST, 'pipes', [...simple, 'a b']),
  cell('query', 'spaceDelimited', true, 'list', LIST, 'query', list),
  cell('query', 'pipeDelimited', true, 'list', LIST, 'query', list),
  cell('query', 'deepObject', true, 'object', OBJECT, 'deep', object),
  cell('query', 'deepObject', true, 'object with a list', {}, 'deep', { a: '1', c: ['x', 'y'] }),
  cell('query', 'deepObject', true, 'object of objects', {}, 'deep', { a: { b: { c: 'x' } } }),
  cell('query', 'deepObject', true, 'list', {}, 'deep', list),
  cell('query', 'deepObject', true, 'list of objects', {}, 'deep', [{ a: '1' }, { a: '2', b: 'x' }]),
];

const json = { a: [1, true, null], b: 'é&=' };
const contents = ['query', 'header', 'cookie'].map((place) => ({
  name: `${place} content, JSON: object`,
  parameter: { in: place, content: { 'application/json': { schema: {} } } },
  table: place === 'query' ? 'json' : { in: place, style: 'json' },
  value: json,
}));

const path = [
  ...texts.map((text) =>
    cell('path', 'simple', false, `text ${JSON.stringify(text)}`, TEXT, undefined, text),
  ),
  cell('path', 'simple', false, 'list', LIST, 'csv', list),
  cell('path', 'simple', false, 'object', OBJECT, 'csv', object),
  cell('path', 'simple', true, 'list', LIST, 'csv', list),
];

const header = [
  cell('header', 'simple', false, 'text', TEXT, 'header', 'plain text'),
  cell('header', 'simple', false, 'list', LIST, 'header', ['x', 'y z']),
  cell('header', 'simple', false, 'object', OBJECT, 'header', { a: '1', b: 'x' }),
  cell('header', 'simple', true, 'list', LIST, 'header', ['x', 'y z']),
  cell('header', 'simple', true, 'object', OBJECT, { in: 'header', style: 'spread' }, { a: '1', b: 'x' }),
];

const cookie = [
  ...texts.map((text) => cell('cookie', 'form', true, `text ${JSON.stringify(text)}`, TEXT, 'cookie', text)),
  cell('cookie', 'form', false, 'list', LIST, { in: 'cookie', style: 'csv' }, list),
  cell('cookie', 'form', false, 'object', OBJECT, { in: 'cookie', style: 'csv' }, object),
];

export const parameters = [...query, ...contents, ...path, ...header, ...cookie];

const form = (name, properties, table, value, more = {}) => ({
  name: `urlencoded: ${name}`,
  type: 'application/x-www-form-urlencoded',
  schema: { type: 'object', properties },
  table,
  value,
  ...more,
});

const styled = (name, property, encoding, style, value) =>
  form(
    name,
    { f: property },
    { in: 'form', members: { f: style } },
    { f: value },
    { encoding: { f: encoding } },
  );

export const bodies = [
  { name: 'JSON: object', type: 'application/json', schema: {}, table: 'body', value: json },
  { name: 'JSON: text', type: 'application/json', schema: {}, table: 'body', value: 'text' },
  { name: 'JSON: list', type: 'application/json', schema: {}, table: 'body', value: [1, 'a'] },
  { name: 'text', type: 'text/plain', schema: TEXT, table: 'raw', value: 'a "text"' },
  form('texts', { a: TEXT, b: TEXT }, 'form', { a: 'é &=', b: 'a+b c' }),
  form('list', { a: LIST }, 'form', { a: list }),
  form(
    'object',
    { f: OBJECT },
    'form',
    { f: object },
    { encoding: { f: { contentType: 'application/json' } } },
  ),
  form('URLSearchParams', { a: TEXT }, 'form', new URLSearchParams({ a: 'é &=' }), { read: { a: 'é &=' } }),
  styled('form, list', LIST, { style: 'form', explode: false }, 'csv', list),
  styled('spaceDelimited, list', LIST, { style: 'spaceDelimited', explode: false }, 'ssv', simple),
  styled('pipeDelimited, list', LIST, { style: 'pipeDelimited', explode: false }, 'pipes', simple),
  styled('deepObject, object', OBJECT, { style: 'deepObject', explode: true }, 'deep', object),
  {
    name: 'multipart: texts, a list, a file, JSON',
    type: 'multipart/form-data',
    schema: { type: 'object' },
    table: 'multipart',
    value: {
      text: 'é',
      list,
      file: new File(['bytes'], 'a.png', { type: 'image/png' }),
      json,
    },
    read: { text: 'é', list, file: 'a.png image/png bytes', json },
  },
  {
    name: 'multipart: content types',
    type: 'multipart/form-data',
    schema: { type: 'object' },
    table: {
      in: 'multipart',
      members: {
        picture: { type: 'image/png, image/jpeg' },
        photo: { type: 'image/png, image/jpeg' },
        rows: { type: 'text/csv' },
        notes: { type: 'text/plain' },
        words: { type: 'application/json' },
      },
    },
    value: {
      picture: new Blob(['bytes']),
      photo: new File(['bytes'], 'a.jpg', { type: 'image/jpeg' }),
      rows: 'a,é',
      notes: 'é',
      words: ['é', 'b'],
    },
    read: {
      picture: 'blob image/png bytes',
      photo: 'a.jpg image/jpeg bytes',
      rows: 'blob text/csv a,é',
      notes: 'é',
      words: ['é', 'b'],
    },
  },
  {
    name: 'multipart: FormData',
    type: 'multipart/form-data',
    schema: { type: 'object' },
    table: 'multipart',
    value: (() => {
      const data = new FormData();
      data.append('text', 'é');
      return data;
    })(),
    read: { text: 'é' },
  },
];
