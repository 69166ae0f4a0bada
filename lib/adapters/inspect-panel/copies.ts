import type { SeenAttempt, SeenCall } from '../../inspect.js';

/** A text as a shell takes it for one word. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request as a command line; undefined for a call that sent none. Secrets are redacted in it. */
export function asCurl({ attempts }: SeenCall): string | undefined {
  const request = attempts.at(-1)?.request;
  if (!request) return undefined;
  const { method, url, headers, body } = request;
  const parts = [`curl -X ${method} ${quoted(url)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body && 'fields' in body)
    for (const { name, value, fileName } of body.fields)
      parts.push(`-F ${quoted(fileName === undefined ? `${name}=${value ?? ''}` : `${name}=@${fileName}`)}`);
  else if (body && !body.encoding) parts.push(`--data-raw ${quoted(body.text)}`);
  return parts.join(' \\\n  ');
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** One answer as the code of a stub. */
function answerCode({ response }: SeenAttempt): string {
  if (!response) return `() => { throw new TypeError('fetch failed'); }`;
  const { status, headers, body } = response;
  const text = body && 'text' in body ? body.text : '';
  const value = /json/.test(headers['content-type'] ?? '') ? parsed(text) : undefined;
  const init = status === 200 ? '' : `, { status: ${status} }`;
  if (value !== undefined) return `jsonResponse(${JSON.stringify(value)}${init})`;
  const given = text === '' ? 'null' : JSON.stringify(text);
  return `new Response(${given}${init})`;
}

/** A call as a spec of its own, with a stub that answers as the service did; undefined for a call that sent nothing. */
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
