import { usedNames } from '../groups/used-names.js';
import { TypeNames } from '../names.js';
import { printApiPage, printReadme } from './api-page.js';
import { methodPlaces } from './method-names.js';
import { printErrors } from './print-errors.js';
import { printIndex } from './print-index.js';
import { printResources, treeOf } from './print-resources.js';
import { DEFAULT_HEADER, factsOf, type SdkFacts, type SdkSource } from './sdk-facts.js';
import { methodOf, type SdkMethod } from './sdk-methods.js';
import { LOCALS, REQUESTS_MODULE, SdkNames } from './sdk-names.js';
import { printPackage, TSCONFIG } from './starters.js';

/** A file of an SDK, next to the file of its endpoints. */
export interface SdkFile {
  /** Path from the folder of the endpoints, such as `index.ts` or `../api.md`. */
  readonly fileName: string;
  readonly text: string;
}

/** The files of an SDK. */
export interface PrintedSdk {
  readonly files: readonly SdkFile[];
  /** Files that are written only if they don't exist. */
  readonly starters: readonly SdkFile[];
}

/** Returns the methods, sorted by resource and name. */
function methodsOf(source: SdkSource, facts: SdkFacts, names: SdkNames): SdkMethod[] {
  const { root, config, groups, endpoints } = source;
  const byOperation = new Map(endpoints.map(({ source, name }) => [source, name]));
  const hasWebhooks = facts.signing !== false;
  const header = facts.idempotency?.header ?? DEFAULT_HEADER;
  const places = methodPlaces({ root, given: config.names ?? {}, groups, names: byOperation, hasWebhooks });
  const style = {
    isPositional: config.params !== 'object',
    idempotencyHeader: header.toLowerCase(),
    names: new TypeNames([...source.declared.keys(), ...names.all]),
    itemAt: names.local('ItemAt'),
  };
  const methods = endpoints.flatMap(({ source, operation, name, contents }) => {
    const place = places.get(source);
    return place ? [methodOf({ place, operation, endpoint: name, contents }, style)] : [];
  });
  return methods.sort((one, other) => (one.place.join('.') < other.place.join('.') ? -1 : 1));
}

/** Prints the package of an SDK around the file of its endpoints. */
export function printSdk(source: SdkSource): PrintedSdk {
  const { declared, imports, line, docs, hasSchemas, eventCodec } = source;
  const facts = factsOf(source);
  const names = new SdkNames(facts.className, docs, new Set(declared.keys()));
  const methods = methodsOf(source, facts, names);
  const tree = treeOf(methods);
  const head = `// ${line}\n/* eslint-disable */\n`;
  const importsOf = (code: string): string => {
    const used = usedNames(code);
    const values = new Set([...code.matchAll(/\btypeof ([\p{L}\p{N}_$]+)/gu)].map(([, name]) => name));
    const types = [...declared]
      .filter(([name, { isType }]) => used.has(name) && (isType || values.has(name)))
      .map(([name]) => name)
      .filter((name) => name !== 'requests')
      .sort();
    const own = types.length > 0 ? `import type { ${types.join(', ')} } from '${REQUESTS_MODULE}';\n` : '';
    return imports.typeLines(used).join('') + own;
  };
  const blocks = printResources(tree, methods, names);
  const hasPages = methods.some(({ page }) => page);
  const ofSdk = ['SdkApi', 'SdkPromise', 'SdkRequestOptions', ...(hasPages ? ['SdkPages'] : [])];
  const hasItems = methods.some(({ page }) => page?.usesItemAt);
  const resources = [
    `import { ${names.imported('ApiClient')} } from 'homing';\n`,
    hasItems ? `import { ${names.imported('ItemAt')} } from 'homing/pagination';\n` : '',
    `import { ${[...(hasPages ? [LOCALS.pages] : []), ...ofSdk.map((name) => names.imported(name))].join(', ')} } from 'homing/sdk';\n`,
    hasSchemas
      ? `import type { requests } from '${REQUESTS_MODULE}';\n`
      : `import type * as requests from '${REQUESTS_MODULE}';\n`,
    importsOf(blocks.join('\n')),
  ].join('');
  const errors = printErrors(methods, names, declared);
  const types = methods.flatMap(({ declarations }) => [...declarations.keys()]);
  const files = [
    { fileName: 'resources.ts', text: `${head}${resources}\n${blocks.join('\n')}` },
    { fileName: 'errors.ts', text: head + errors.text },
    ...(facts.signing !== false && eventCodec
      ? [{ fileName: 'webhooks.ts', text: head + eventCodec.text }]
      : []),
    { fileName: 'index.ts', text: head + printIndex(source, facts, names, { errors, hasPages, types }) },
    {
      fileName: '../api.md',
      text: `<!-- ${line.replace(/[<>]|--+/g, '')} -->\n\n${printApiPage(facts, methods, names)}`,
    },
  ];
  return {
    files,
    starters: [
      { fileName: '../README.md', text: printReadme(facts, methods) },
      { fileName: '../package.json', text: printPackage(facts) },
      { fileName: '../tsconfig.json', text: TSCONFIG },
    ],
  };
}
