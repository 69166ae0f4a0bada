import { describeVerdicts } from '../../../support/schema-verdicts.js';

const text = (rest: object) => ({ type: 'string', ...rest });
const format = (name: string) => text({ format: name });

describeVerdicts('format', {
  date: {
    schema: format('date'),
    accepts: ['2024-02-29', '1999-12-31'],
    rejects: ['2023-02-29', '2020-13-01', '2020-1-1', '2020-01-01T00:00:00Z', '', 1],
  },
  'date-time': {
    schema: format('date-time'),
    accepts: ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.123456Z', '2020-01-01T00:00:00+02:00'],
    rejects: ['2020-01-01', '2020-01-01T00:00:00', '2020-01-01T25:00:00Z', '2023-02-29T00:00:00Z', ''],
  },
  uuid: {
    schema: format('uuid'),
    accepts: ['123e4567-e89b-12d3-a456-426614174000', '00000000-0000-0000-0000-000000000000'],
    rejects: ['123e4567-e89b-12d3-a456-42661417400', '123e4567e89b12d3a456426614174000', ''],
  },
  email: {
    schema: format('email'),
    accepts: ['a@b.co', 'first.last+tag@example.org', "o'neil@example.org"],
    rejects: ['a@b', 'a.b@c', 'a b@c.de', '@b.co', ''],
  },
  uri: {
    schema: format('uri'),
    accepts: ['https://example.com/a?b=c#d', 'urn:isbn:0451450523', 'mailto:a@b.co'],
    rejects: ['example', '/a/b', '//example.com', ''],
  },
  ipv4: {
    schema: format('ipv4'),
    accepts: ['127.0.0.1', '255.255.255.255'],
    rejects: ['1.2.3.256', '1.2.3', '::1', ''],
  },
  byte: {
    schema: format('byte'),
    accepts: ['aGVsbG8=', 'YQ==', ''],
    rejects: ['a===', 'not base64!', 'YQ='],
  },
  'an unknown format': { schema: format('color'), accepts: ['red', ''], rejects: [1] },
});

describeVerdicts('minLength', {
  'counts characters': { schema: text({ minLength: 2 }), accepts: ['ab', '😀😀'], rejects: ['a', '', '😀'] },
  '1 rejects the empty text': { schema: text({ minLength: 1 }), accepts: ['a', '😀'], rejects: [''] },
});

describeVerdicts('maxLength', {
  'counts characters': {
    schema: text({ maxLength: 2 }),
    accepts: ['', 'ab', '😀😀', '\ud83d\ud83d'],
    rejects: ['abc', '😀😀😀'],
  },
  '0 accepts only the empty text': { schema: text({ maxLength: 0 }), accepts: [''], rejects: ['a'] },
  'holds next to minLength and a format': {
    schema: text({ minLength: 7, maxLength: 8, format: 'email' }),
    accepts: ['ab@c.org', 'a@c.org'],
    rejects: ['a@b.de', 'abc@d.org', 'abcdefgh'],
  },
});

describeVerdicts('pattern', {
  'matches anywhere': { schema: text({ pattern: 'b+' }), accepts: ['b', 'abbc'], rejects: ['a', ''] },
  'matches whole characters': { schema: text({ pattern: '^.$' }), accepts: ['a', '😀'], rejects: ['ab'] },
  'can have escapes that Unicode expressions reject': {
    schema: text({ pattern: '^[\\w\\-\\@]+$' }),
    accepts: ['a-@'],
    rejects: ['a b'],
  },
});
