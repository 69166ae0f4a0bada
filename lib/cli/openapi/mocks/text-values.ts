import { matchesPattern } from '../shape/pattern.js';
import { own } from '../document/json-document.js';
import type { TextShape } from '../shape/shape.js';
import { textsOfPattern } from './pattern-text.js';

const NAMES = ['Ada', 'Grace', 'Alan', 'Barbara', 'Edsger', 'Frances', 'Donald', 'Margaret'];
const PLACES = ['London', 'Paris', 'Rome', 'Oslo', 'Lima', 'Cairo', 'Delhi', 'Quito'];

const at = (list: readonly string[], nth: number): string => list[nth % list.length] ?? '';
const two = (nth: number): string => String((nth % 28) + 1).padStart(2, '0');
const hex = (nth: number): string => (nth + 1).toString(16).padStart(12, '0');

/** Texts of formats. */
const FORMATS: Readonly<Record<string, (nth: number) => string>> = {
  'date-time': (nth) => `2025-01-${two(nth)}T09:30:00Z`,
  date: (nth) => `2025-01-${two(nth)}`,
  time: (nth) => `09:30:${two(nth)}Z`,
  duration: (nth) => `P${nth + 1}D`,
  email: (nth) => `${at(NAMES, nth).toLowerCase()}@example.com`,
  'idn-email': (nth) => `${at(NAMES, nth).toLowerCase()}@example.com`,
  uuid: (nth) => `3f0a4e5b-9c1d-4b6c-8a52-${hex(nth)}`,
  uri: (nth) => `https://example.com/${nth + 1}`,
  url: (nth) => `https://example.com/${nth + 1}`,
  'uri-reference': (nth) => `/${nth + 1}`,
  'uri-template': (nth) => `/${nth + 1}/{id}`,
  hostname: (nth) => `host${nth + 1}.example.com`,
  ipv4: (nth) => `192.0.2.${(nth % 250) + 1}`,
  ipv6: (nth) => `2001:db8::${(nth + 1).toString(16)}`,
  int64: (nth) => String(nth + 1),
  byte: (nth) => at(['QWRh', 'R3JhY2U=', 'QWxhbg==', 'TGlzYQ=='], nth),
  'json-pointer': (nth) => `/${nth + 1}`,
  regex: () => '^[a-z]+$',
};

/** Texts of fields, by an expression for the name. The first one counts. */
const BY_NAME: readonly (readonly [RegExp, (nth: number) => string])[] = [
  [/e-?mail/i, FORMATS['email'] as (nth: number) => string],
  [/(^|_)(uu|gu)id$/i, FORMATS['uuid'] as (nth: number) => string],
  [/ur[il]$|href|^link$|website/i, FORMATS['uri'] as (nth: number) => string],
  [
    /(^|[a-z_])(created|updated|deleted)?_?(at|date|datetime|timestamp)$/,
    FORMATS['date-time'] as (nth: number) => string,
  ],
  [/(^|[_a-z])(id|Id|ID|number|Number)$/, (nth) => String(nth + 1)],
  [/last_?name|surname|family/i, (nth) => at(['Lovelace', 'Hopper', 'Turing', 'Liskov'], nth)],
  [/name$|^login$|author|owner/i, (nth) => at(NAMES, nth)],
  [/phone|mobile|fax/i, (nth) => `+4420794600${String(nth % 100).padStart(2, '0')}`],
  [/city|town|location/i, (nth) => at(PLACES, nth)],
  [/currency/i, (nth) => at(['EUR', 'GBP', 'USD'], nth)],
  [/country/i, (nth) => at(['GB', 'FR', 'IT', 'NO'], nth)],
  [/lang|locale/i, (nth) => at(['en', 'fr', 'it'], nth)],
  [/version/i, (nth) => `1.0.${nth}`],
];

/** Checks of formats that schemas know. Others are any text. */
const CHECKS: Readonly<Record<string, RegExp>> = {
  'date-time':
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  duration: /^P(?=.)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$/,
  email: /^[\w+.-]*[\w+-]@([a-z\d-]+\.)+[a-z]{2,}$/i,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  ipv4: /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/,
  ipv6: /^(?=.*:.*:)[\da-f:]+$/i,
  int64: /^-?\d{1,19}$/,
  byte: /^([\w+/]{4})*([\w+/]{2}==|[\w+/]{3}=)?$/,
};

const matches = (pattern: string, text: string): boolean => matchesPattern(pattern, text) ?? true;

const isOfFormat = (format: string | undefined, text: string): boolean => {
  if (format === undefined) return true;
  if (format === 'uri') return URL.canParse(text);
  if (['date', 'date-time'].includes(format) && Number.isNaN(Date.parse(text))) return false;
  const check = own(CHECKS, format) as RegExp | undefined;
  return check?.test(text) ?? true;
};

/** Whether a text fits a shape. Formats that no schema library knows are not checked. */
export function isText(text: string, { min = 0, max = Infinity, pattern, format }: TextShape): boolean {
  if (text.length < min || text.length > max) return false;
  return isOfFormat(format, text) && (pattern === undefined || matches(pattern, text));
}

/** Makes a text longer, by repeating its letters, and shorter. */
const resized = (text: string, { min = 0, max = Infinity }: TextShape): string => {
  const filler = text === '' ? 'a' : text;
  // A length against which a document could not be printed is not served.
  const wanted = Math.min(min, 10_000);
  return text.padEnd(wanted, filler).slice(0, Math.max(0, max));
};

/** Returns the words of a field name: `nickName` is `nick name`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase() || 'text';

/**
 * Returns a text for a shape; undefined if none was found.
 *
 * @param name Name of the field.
 * @param nth Number of the text. Different numbers have different texts, if the shape allows it.
 */
export function textFor(shape: TextShape, name: string, nth: number): string | undefined {
  const { format, pattern } = shape;
  const ofFormat = own(FORMATS, format ?? '') as ((nth: number) => string) | undefined;
  const byName = BY_NAME.find(([expression]) => expression.test(name))?.[1];
  const words = wordsOf(name);
  const plain = byName?.(nth) ?? (nth === 0 ? words : `${words} ${nth + 1}`);
  const known = ofFormat ? [ofFormat(nth)] : [plain, `${nth}${plain}`];
  const candidates = [
    ...known,
    ...known.map((text) => resized(text, shape)),
    ...known.map((text) => resized(`${nth}${text}`, shape)),
    ...(pattern === undefined ? [] : textsOfPattern(pattern, nth)),
    ...(pattern === undefined ? [] : textsOfPattern(pattern, 0)),
    ...Object.values(FORMATS).map((make) => make(nth)),
    `1.0.${nth}`,
    String(nth + 1),
    resized(String(nth), shape),
  ];
  return candidates.find((text) => isText(text, shape));
}

/** Calls of methods of faker by format, then by an expression for the name. */
const FAKER_FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'date.past().toISOString()',
  date: 'date.past().toISOString().slice(0, 10)',
  email: 'internet.email()',
  uuid: 'string.uuid()',
  uri: 'internet.url()',
  hostname: 'internet.domainName()',
  ipv4: 'internet.ipv4()',
  ipv6: 'internet.ipv6()',
};
const FAKER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/i, 'internet.email()'],
  [/ur[il]$|href|website/i, 'internet.url()'],
  [/first_?name/i, 'person.firstName()'],
  [/last_?name|surname/i, 'person.lastName()'],
  [/name$/i, 'person.fullName()'],
  [/phone|mobile/i, 'phone.number()'],
  [/city|town/i, 'location.city()'],
  [/country/i, 'location.countryCode()'],
  [/title|subject/i, 'lorem.words()'],
  [/description|text|comment|message/i, 'lorem.sentence()'],
];

/** Returns the call of a method of faker for a text; undefined if its limits need a made text. */
export function fakerFor({ min, max, pattern, format }: TextShape, name: string): string | undefined {
  if (min !== undefined || max !== undefined || pattern !== undefined) return undefined;
  if (format !== undefined) return own(FAKER_FORMATS, format) as string | undefined;
  return FAKER_NAMES.find(([expression]) => expression.test(name))?.[1];
}
