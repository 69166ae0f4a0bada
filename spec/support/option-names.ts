import { join } from 'node:path';
import ts from 'typescript';
import { sourcesIn } from './architecture.js';

const library = join(__dirname, '../../lib');

/** The members of fetch's init in any runtime. */
export const INIT_NAMES =
  'method headers body signal duplex mode credentials cache redirect referrer referrerPolicy integrity ' +
  'keepalive priority window dispatcher agent proxy cf tls maxResponseSize cookies onUploadProgress ' +
  'onDownloadProgress';

/** Request and response headers, as names in a record. */
export const HEADER_NAMES =
  'accept authorization content-type cookie idempotency-key cache-control vary etag age retry-after link ' +
  'x-evil set-cookie';

/** The option names of other clients, which prototype pollution attacks use. */
const OTHERS =
  'auth username password url params data transformRequest transformResponse adapter hostname host port ' +
  'protocol path socketPath validateStatus paramsSerializer toString';

/** Types whose members a caller passes to a public function. */
const OPTION_TYPES =
  /(?:Options|Config|Init|Credentials|Source|Store|Entry|Member|Match|Bodies|Client|Strategy|Handlers|Limits?|Slots|Settings)$/;

const membersOf = (source: string): string[] => {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && ts.isIdentifier(node.name)) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  for (const node of ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest).statements)
    if (
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) &&
      OPTION_TYPES.test(node.name.text)
    )
      visit(node);
  return names;
};

/** The names of all options of public functions, and of fetch, headers and other clients. */
export const optionNames = (): string[] => {
  const declared = [...sourcesIn(library).values()].flatMap(membersOf);
  return [...new Set([...declared, ...`${INIT_NAMES} ${HEADER_NAMES} ${OTHERS}`.split(' ')])].sort();
};
