import type { ExchangeBody, HarField, SeenAttempt, SeenCall } from '../../features/inspect/seen-call.js';

/** All fields that a body can have. */
interface BodyParts {
  readonly text?: string;
  readonly encoding?: string;
  readonly fields?: readonly HarField[];
  readonly size?: number;
}

/** Returns the fields of a body of any kind. */
export const partsOf = (body: ExchangeBody | undefined): BodyParts => body ?? {};

/**
 * Quotes a string as one shell word. Escapes control characters, because a terminal treats a pasted one as a
 * key press.
 */
const quoted = (text: string): string =>
  /\p{Cc}/u.test(text)
    ? `$'${JSON.stringify(text)
        .slice(1, -1)
        .replaceAll("'", "\\'")
        .replace(/\p{Cc}/gu, '')}'`
    : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns the curl option for a form field. A file is sent empty, because a local file with the same name
 * could have other content.
 */
function formPart({ name, value = '', fileName, contentType }: HarField): string {
  const start = `${name.replaceAll('=', '%3D')}=`;
  if (fileName === undefined) return `--form-string ${quoted(start + value)}`;
  // curl reads further instructions after the type, such as `headers=@file`.
  const type = /^[\w.+/-]+/.exec(contentType ?? 'application/octet-stream');
  return `-F ${quoted(`${start}@/dev/null;filename=${JSON.stringify(fileName)};type=${String(type)}`)}`;
}

/**
 * Returns the last request of a call as a curl command that reads no files; undefined if the call sent none.
 * Secrets are redacted and files are empty.
 */
export function asCurl({ attempts }: SeenCall): string | undefined {
  const request = attempts.at(-1)?.request;
  if (!request) return undefined;
  const { method, url, headers } = request;
  const { text, encoding, fields } = partsOf(request.body);
  // Without --globoff, curl treats brackets in a URL as a pattern.
  const parts = [`curl --globoff -X ${quoted(method)} --url ${quoted(url)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (fields) parts.push(...fields.map(formPart));
  else if (text !== undefined && !encoding) parts.push(`--data-raw ${quoted(text)}`);
  return parts.join(' \\\n  ');
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Returns the code that creates the response of an attempt. */
function answerCode({ response }: SeenAttempt): string {
  if (!response) return `() => { throw new TypeError('fetch failed'); }`;
  const { status, headers, body } = response;
  const { text = '' } = partsOf(body);
  const value = /json/.test(headers['content-type'] ?? '') ? parsed(text) : undefined;
  const init = status === 200 ? '' : `, { status: ${status} }`;
  if (value !== undefined) return `jsonResponse(${JSON.stringify(value)}${init})`;
  const given = text === '' ? 'null' : JSON.stringify(text);
  return `new Response(${given}${init})`;
}

/** Returns a call as a self-contained test that replays the responses; undefined if the call sent nothing. */
export function asSpec({ name, method, attempts, outcome }: SeenCall): string | undefined {
  const sent = attempts.filter(({ joined }) => joined === undefined);
  const url = sent[0]?.request.url;
  if (url === undefined) return undefined;
  const [, origin = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url) ?? [];
  const answers = sent.map(answerCode);
  const endpoint = /^[\w$]+$/.test(name) ? name : 'call';
  return `import { createApi, defineRequest } from 'homing';
import { jsonResponse, mockFetch } from 'homing/testing';

const service = mockFetch({
  ${JSON.stringify(`${method} ${path}`)}: [
    ${answers.join(',\n    ')},
  ],
});
const api = createApi({
  baseUrl: ${JSON.stringify(origin || 'http://localhost')},
  fetch: service.fetch,
  requests: { ${endpoint}: defineRequest()({ method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)} }) },
});

const { error } = await api.${endpoint}();
console.assert((error?.kind ?? 'ok') === ${JSON.stringify(outcome?.kind ?? 'ok')});
`;
}
