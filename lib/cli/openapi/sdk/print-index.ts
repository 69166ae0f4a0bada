import { usedNames } from '../groups/used-names.js';
import { docComment, keyed, quoted } from '../print/typescript.js';
import type { PrintedErrors } from './print-errors.js';
import { EVENT_CODEC, EVENTS_MODULE } from './print-events.js';
import type { SdkFacts, SdkSource } from './sdk-facts.js';
import { REQUESTS_MODULE, type SdkNames } from './sdk-names.js';

/** Prints a value of the configuration as an expression. */
function printed(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? quoted(value) : String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{ ${members.map(([key, member]) => `${keyed(key)}: ${printed(member)}`).join(', ')} }`;
}

/** Returns the function that reads the service's text from an error body. */
function messageReader(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const [first = '', ...others] = path.split('.');
  const read = others.reduce((text, name) => `${text}?.[${quoted(name)}]`, `body[${quoted(first)}]`);
  // The path comes from the configuration, and the document doesn't have to describe it.
  return `(body: any) => ${read}`;
}

/** Returns the members of the definition, in the order in which they are printed. */
function definitionMembers(
  facts: SdkFacts,
  names: SdkNames,
  errors: PrintedErrors,
  webhooks: string | undefined,
): string {
  const { config, idempotency } = facts;
  const { message, requestIdHeader } = config.errors ?? {};
  const members: [string, string | undefined][] = [
    ['name', quoted(facts.name)],
    ['version', quoted(facts.version)],
    ['env', quoted(facts.env)],
    ['servers', printed(facts.servers)],
    ['auth', Object.keys(facts.auth).length > 0 ? printed(facts.auth) : undefined],
    ['publicEndpoints', facts.publicEndpoints.length > 0 ? printed(facts.publicEndpoints) : undefined],
    ['requests', 'requests'],
    ['resources', 'resources'],
    ['errorTypes', `{} as ${names.errors}`],
    ['errors', errors.own.length > 0 ? `{ ${errors.own.join(', ')} }` : undefined],
    ['errorName', quoted(names.error)],
    ['errorMessage', messageReader(message)],
    ['requestIdHeader', requestIdHeader === undefined ? undefined : quoted(requestIdHeader)],
    ['maxRetries', config.retries?.toString()],
    ['timeout', config.timeout?.toString()],
    ['attemptTimeout', config.attemptTimeout?.toString()],
    ['idempotency', idempotency && `idempotencyKeys(${printed(idempotency)})`],
    ['webhooks', webhooks],
  ];
  return members
    .flatMap(([key, value]) => (value === undefined ? [] : [key === value ? key : `${key}: ${value}`]))
    .map((member) => `  ${member},\n`)
    .join('');
}

/** Facts of the other files for the file of the class. */
interface IndexParts {
  readonly errors: PrintedErrors;
  readonly hasPages: boolean;
  /** Names of the methods' own types. */
  readonly types: readonly string[];
}

/** Prints the file of the class. */
export function printIndex(source: SdkSource, facts: SdkFacts, names: SdkNames, parts: IndexParts): string {
  const { className, idempotency, signing } = facts;
  const { root, events, hasSchemas, docs } = source;
  const { errors, hasPages, types } = parts;
  const scheme = signing === false || signing === 'standard' ? '' : `${signing}Scheme`;
  const codec = signing === false ? undefined : source.eventCodec;
  const options = [
    ...(scheme ? [`scheme: ${scheme}`] : []),
    ...(codec?.parse ? [`parse: ${codec.parse}`] : []),
    ...(codec ? [`schema: decodes(${EVENT_CODEC})`] : []),
  ].join(', ');
  const webhooks = signing && `webhooks<${names.event}>(${options && `{ ${options} }`})`;
  const ofCodec = codec && ['decodes', ...(codec.parse ? [codec.parse] : [])].join(', ');
  const homing = ['defineSdk', ...(idempotency ? ['idempotencyKeys'] : []), ...(signing ? ['webhooks'] : [])];
  const comment = [`Client of ${facts.title || 'the service'}.`, root.at('info').text('description') ?? ''];
  const event = events.length > 0 ? [...new Set(events)].sort().join(' | ') : 'unknown';
  const inEvent = usedNames(event);
  const ofEvent = [...source.declared.keys()].filter((name) => inEvent.has(name)).sort();
  const ofResources = [names.options, names.promise, ...(hasPages ? [names.pages] : []), ...types].sort();
  return [
    ofCodec ? `import { ${ofCodec} } from 'homing/codec';\n` : '',
    `import { ${homing.sort().join(', ')} } from 'homing/sdk';\n`,
    scheme && `import { ${scheme} } from 'homing/webhooks';\n`,
    errors.own.length > 0 ? `import { ${errors.own.join(', ')} } from './errors.js';\n` : '',
    `import ${hasSchemas ? '{ requests }' : '* as requests'} from '${REQUESTS_MODULE}';\n`,
    codec ? `import { ${EVENT_CODEC} } from '${EVENTS_MODULE}';\n` : '',
    signing && ofEvent.length > 0 ? `import type { ${ofEvent.join(', ')} } from '${REQUESTS_MODULE}';\n` : '',
    `import { resources, type ${names.errors} } from './resources.js';\n\n`,
    signing && docs ? docComment(['An event that the service sends.']) : '',
    signing ? `export type ${names.event} = ${event};\n\n` : '',
    docs ? docComment(comment) : '',
    `export class ${className} extends defineSdk({\n`,
    definitionMembers(facts, names, errors, webhooks || undefined),
    '}) {}\n\n',
    `export default ${className};\n\n`,
    `export { ${errors.all.join(', ')} } from './errors.js';\n`,
    `export type { ${ofResources.join(', ')} } from './resources.js';\n`,
    `export type * from '${REQUESTS_MODULE}';\n`,
  ].join('');
}
