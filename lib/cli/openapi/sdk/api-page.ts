import { commentLines } from '../print/typescript.js';
import { returnType } from './print-resources.js';
import type { SdkFacts } from './sdk-facts.js';
import type { Argument, SdkMethod } from './sdk-methods.js';
import type { SdkNames } from './sdk-names.js';

const FENCE = '```';

/** Returns a text of the document for Markdown, in one line. */
const inMarkdown = (text: string): string =>
  commentLines(text)
    .join(' ')
    .replace(/[<>|\\`*_[\]]/g, '\\$&')
    .trim();

/**
 * Returns the call of a method, such as `acme.orders.retrieve(orderId)`.
 *
 * @param textOf Returns a required argument as it is printed.
 */
function callOf(
  { place, args }: SdkMethod,
  variable: string,
  textOf: (argument: Argument) => string,
): string {
  const list = args.filter(({ isOptional }) => !isOptional).map(textOf);
  return `${variable}.${place.join('.')}(${list.join(', ')})`;
}

const nameOf = ({ name }: Argument): string => name;

/** Values of simple arguments in an example, by type. */
const VALUES = new Map<string, (name: string) => string>([
  ['string', (name) => `'${name}'`],
  ['number', () => '1'],
]);

/** Returns a value for an example. */
const valueOf = ({ name, type }: Argument): string => VALUES.get(type)?.(name) ?? '{ /* … */ }';

/** Returns the method for the example of a README: one that reads, with few arguments that are easy to write. */
function exampleOf(methods: readonly SdkMethod[]): SdkMethod | undefined {
  const effort = ({ operation, args }: SdkMethod): number =>
    args
      .filter(({ isOptional }) => !isOptional)
      .reduce((sum, { type }) => sum + (VALUES.has(type) ? 1 : 10), operation.method === 'GET' ? 0 : 5);
  return [...methods].sort((one, other) => effort(one) - effort(other))[0];
}

const variableOf = ({ className }: SdkFacts): string =>
  className.charAt(0).toLowerCase() + className.slice(1);

/** Returns the signature of a method in one line. */
function signatureOf(method: SdkMethod, names: SdkNames): string {
  const args = method.args.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`);
  const list = [...args, `options?: ${names.options}`].join(', ');
  return `${method.place.at(-1) ?? ''}(${list}): ${returnType(method, names)}`.replace(/\s+/g, ' ');
}

/** Prints the page that lists each method. */
export function printApiPage(facts: SdkFacts, methods: readonly SdkMethod[], names: SdkNames): string {
  const variable = variableOf(facts);
  const byResource = new Map<string, SdkMethod[]>();
  for (const method of methods) {
    const resource = method.place.slice(0, -1).join('.');
    byResource.set(resource, [...(byResource.get(resource) ?? []), method]);
  }
  const sections = [...byResource].map(([resource, list]) => {
    const entries = list.map((method) => {
      const { operation } = method;
      const text = inMarkdown(operation.summary ?? operation.description ?? '');
      const deprecated = operation.isDeprecated ? ' **Deprecated.**' : '';
      return `### ${callOf(method, variable, nameOf)}\n\n${text}${text && deprecated}${text || deprecated ? '\n\n' : ''}${FENCE}ts\n${signatureOf(method, names)}\n${FENCE}\n\n\`${operation.method} ${operation.template}\`\n`;
    });
    return `## ${resource || variable}\n\n${entries.join('\n')}`;
  });
  return `# ${facts.className}\n\nEach method of the client, by resource.\n\n${sections.join('\n')}`;
}

/** Returns the section about the keys of a client; `''` for a document that names no key. */
function keySection({ auth, env }: SdkFacts): string {
  const lines = Object.entries(auth).map(([option, rule]) => {
    const name = option.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toUpperCase();
    return `- \`${option}\`: an option of the client, or the environment variable \`${rule.env ?? `${env}_${name}`}\`.`;
  });
  return lines.length > 0 ? `## Keys\n\n${lines.join('\n')}\n\n` : '';
}

/** Returns the section about errors, with a call. */
const errorSection = (name: string, call: string): string => `## Errors

A failed call rejects with an \`APIError\`. Its subclasses, such as \`NotFoundError\`, tell why:

${FENCE}ts
import { APIError, NotFoundError } from '${name}';

try {
  await ${call};
} catch (error) {
  if (error instanceof NotFoundError) console.log('It does not exist.');
  else if (error instanceof APIError) console.log(error.status, error.requestId, error.message);
  else throw error;
}
${FENCE}`;

/** Prints the README of a new package. */
export function printReadme(facts: SdkFacts, methods: readonly SdkMethod[]): string {
  const { name, className, env, title, config } = facts;
  const variable = variableOf(facts);
  const example = exampleOf(methods);
  const call = example
    ? callOf(example, variable, valueOf)
    : `${variable}.request({ method: 'GET', path: '/' })`;
  return `# ${name}

TypeScript client of ${inMarkdown(title) || 'the service'}.

${FENCE}sh
npm install ${name}
${FENCE}

${FENCE}ts
import ${className} from '${name}';

const ${variable} = new ${className}();
const result = await ${call};
${FENCE}

[api.md](api.md) lists all methods.

${keySection(facts)}${errorSection(name, call)}

## Retries and timeouts

A request that is safe to repeat is sent up to ${(config.retries ?? 2) + 1} times. A call takes at most ${(config.timeout ?? 60_000) / 1000} seconds. The options \`maxRetries\` and \`timeout\` of the client and of each call change both.

## Other options

- \`baseUrl\`, or \`${env}_BASE_URL\`: another server.
- \`logLevel\`, or \`${env}_LOG\`: \`debug\` logs each call, without secrets.
- \`fetch\` and \`fetchOptions\`: another \`fetch\`, a proxy.
- \`${variable}.results\` has the same methods. They return a Result instead of throwing.
- \`${variable}.request({ method, path, body })\` sends a request that isn't a method.
`;
}
