import type { ErrorNamesByStatus } from '../../../features/sdk/error-factory.js';
import { docComment } from '../print/typescript.js';
import type { SdkMethod } from './sdk-methods.js';
import { ERROR_CLASSES, REQUESTS_MODULE, type SdkNames } from './sdk-names.js';

/** The classes with a body, by status. The compiler requires the table of the runtime. */
const BY_STATUS: ErrorNamesByStatus & { readonly '5XX': 'InternalServerError' } = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
  '5XX': 'InternalServerError',
};

/** Returns the type of an error body; undefined if methods declare different ones, or none. */
function bodyType(status: string, methods: readonly SdkMethod[]): string | undefined {
  const declared = methods.map(({ failures }) => {
    const types = new Map(failures.map(({ status, type }) => [status, type]));
    const range = `${status.charAt(0)}XX`;
    const own = status === '5XX' ? [...types.keys()].filter((each) => each.startsWith('5')) : [status];
    return [...own, range, 'default'].map((each) => types.get(each)).find((type) => type !== undefined);
  });
  const known = new Set(declared.filter((type) => type !== undefined && type !== 'unknown'));
  return known.size === 1 ? [...known][0] : undefined;
}

/** The error classes of an SDK. */
export interface PrintedErrors {
  readonly text: string;
  /** Names of the classes that the SDK declares itself, because their body has a type. */
  readonly own: readonly string[];
  /** Names of all classes. */
  readonly all: readonly string[];
}

/** Prints the error classes: exports of `homing/sdk`, and subclasses where the document types the body. */
export function printErrors(
  methods: readonly SdkMethod[],
  names: SdkNames,
  declared: ReadonlyMap<string, unknown>,
): PrintedErrors {
  const classes = Object.entries(BY_STATUS).map(([status, name]) => ({
    name,
    type: bodyType(status, methods),
  }));
  const isTyped = ({ name, type }: { readonly name: string; readonly type: string | undefined }): boolean =>
    type !== undefined && type !== name && declared.has(type);
  const typed = classes.filter(isTyped);
  const blocks = typed.map(({ name, type }) => {
    const doc = names.docs
      ? docComment([
          `The body has the type \`${String(type)}\`, if the service sends what its document says.`,
        ])
      : '';
    return `${doc}export class ${name} extends ${name}Base<${String(type)}> {}\n`;
  });
  const bodies = [...new Set(typed.map(({ type }) => String(type)))].sort();
  const imported = typed.map(({ name }) => `${name} as ${name}Base`).sort();
  const own: string[] = typed.map(({ name }) => name);
  const exported = ERROR_CLASSES.filter((name) => !own.includes(name));
  const code = blocks.join('\n');
  const lines = [
    bodies.length > 0 ? `import type { ${bodies.join(', ')} } from '${REQUESTS_MODULE}';\n` : '',
    imported.length > 0 ? `import { ${imported.join(', ')} } from 'homing/sdk';\n` : '',
    `\nexport { ${exported.join(', ')}, SdkError as ${names.error} } from 'homing/sdk';\n`,
  ];
  return {
    text: [lines.join(''), ...(code === '' ? [] : [code])].join('\n'),
    own: own.sort(),
    all: [names.error, ...ERROR_CLASSES],
  };
}
