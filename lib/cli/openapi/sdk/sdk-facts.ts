import { DocumentError, type Warnings } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import type { DeclaredName } from '../groups/group-files.js';
import type { GroupOfEndpoints } from '../groups/grouping.js';
import type { OperationModel } from '../model/operations.js';
import { operationKeys } from '../model/selection.js';
import { pascalCase, splitWords } from '../names.js';
import { oneLine } from '../print/document-types.js';
import type { Contents } from '../print/endpoint.js';
import type { Imports } from '../print/imports.js';
import { authOf, serversOf } from './document-defaults.js';
import type { PrintedEventCodec } from './print-events.js';
import { packageVersion } from './package-version.js';
import type { SdkConfig } from './sdk-config.js';
import { ERROR_CLASSES } from './sdk-names.js';

/** An endpoint of the printed client. */
export interface SdkEndpoint {
  /** The operation as it was read. */
  readonly source: OperationModel;
  /** The operation with its pages. */
  readonly operation: OperationModel;
  readonly name: string;
  readonly contents: Pick<Contents, 'types' | 'failures' | 'members' | 'item'>;
}

/** The document, the configuration and the printed endpoints of an SDK. */
export interface SdkSource {
  readonly root: DocumentNode;
  readonly config: SdkConfig;
  readonly warnings: Warnings;
  readonly docs: boolean;
  readonly groups: readonly GroupOfEndpoints[];
  /** The endpoints, sorted by name. */
  readonly endpoints: readonly SdkEndpoint[];
  /** Names that the file of the endpoints declares. */
  readonly declared: ReadonlyMap<string, DeclaredName>;
  readonly imports: Imports;
  /** Types of the webhooks' events. */
  readonly events: readonly string[];
  /** The codec of the webhooks' events; undefined if nothing is converted. */
  readonly eventCodec: PrintedEventCodec | undefined;
  /** Whether the endpoints are a value `requests` of their file, which also has schemas. */
  readonly hasSchemas: boolean;
  /** First line of every file, without the comment's marks. */
  readonly line: string;
}

/** Words that say what a package is, not whose. */
const GENERAL_WORDS = new Set(['sdk', 'api', 'apis', 'client', 'rest', 'documentation', 'docs', 'openapi']);

/** Returns a text without general words, if others remain: `Acme` for `The Acme REST API`. */
function ownWords(text: string): string {
  const words = splitWords(text.replace(/['’]s\b/g, ''));
  const own = words.filter(({ word }, index) => !GENERAL_WORDS.has(word) && !(index === 0 && word === 'the'));
  return (own.length > 0 ? own : words).map((each) => each.text).join(' ');
}

/** Returns a text in kebab-case, for the name of a package; `''` without ASCII letters and digits. */
const kebab = (text: string): string =>
  splitWords(text)
    .map(({ word }) => word.replace(/[^a-z\d]/g, ''))
    .filter((word) => word !== '')
    .join('-');

/** The configuration with its defaults. */
export interface SdkFacts {
  readonly config: SdkConfig;
  readonly name: string;
  readonly version: string;
  readonly className: string;
  readonly env: string;
  readonly auth: NonNullable<SdkConfig['auth']>;
  /** Names of the endpoints that get no key; none for an SDK without keys. */
  readonly publicEndpoints: readonly string[];
  readonly servers: NonNullable<SdkConfig['servers']>;
  /** Header of idempotency keys, and the names of the endpoints that get one; undefined without any. */
  readonly idempotency:
    { readonly header: string; readonly endpoints: readonly string[] | undefined } | undefined;
  /** How the service signs webhooks; false without `webhooks`. */
  readonly signing: NonNullable<SdkConfig['webhooks']>;
  readonly title: string;
}

export const DEFAULT_HEADER = 'Idempotency-Key';

/** Returns the idempotency keys: of the configuration, or of the operations that declare the header. */
function idempotencyOf({ root, config, endpoints }: SdkSource): SdkFacts['idempotency'] {
  const { idempotency } = config;
  if (idempotency === false) return undefined;
  const { header = DEFAULT_HEADER, operations } = typeof idempotency === 'object' ? idempotency : {};
  if (idempotency !== undefined && operations === undefined) return { header, endpoints: undefined };
  const hasHeader = ({ parameters }: OperationModel): boolean =>
    parameters.some(({ place, name }) => place === 'header' && name.toLowerCase() === header.toLowerCase());
  const chosen = endpoints.filter(({ operation }) =>
    operations ? operations.includes(operation.id ?? '') : hasHeader(operation),
  );
  const { ids } = operationKeys(root);
  const unknown = operations?.find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw new DocumentError(`sdk.idempotency has ${JSON.stringify(unknown)}: no such operation`);
  return chosen.length > 0 ? { header, endpoints: chosen.map(({ name }) => name).sort() } : undefined;
}

/** Returns the configuration with its defaults. Throws a DocumentError for one that the document doesn't fit. */
export function factsOf(source: SdkSource): SdkFacts {
  const { root, config } = source;
  const title = oneLine(root.at('info').at('title'));
  const own = ownWords(config.name ?? title);
  const name = config.name ?? `${kebab(own) || 'api'}-sdk`;
  const derived = pascalCase(own, 'Api');
  const className = config.className ?? (ERROR_CLASSES.includes(derived) ? `${derived}Client` : derived);
  const servers = config.servers ?? serversOf(root);
  if (Object.keys(servers).length === 0)
    throw new DocumentError('the document has no server with a whole URL: set sdk.servers');
  const { auth, publicEndpoints } = config.auth
    ? {
        auth: config.auth,
        publicEndpoints: source.endpoints
          .filter(({ operation }) => operation.isPublic)
          .map((each) => each.name),
      }
    : authOf(root, source.endpoints);
  return {
    config,
    name,
    version: config.version ?? packageVersion(root, source.warnings),
    className,
    env: config.env ?? (kebab(className).replaceAll('-', '_').toUpperCase() || 'API'),
    auth,
    publicEndpoints: Object.keys(auth).length > 0 ? publicEndpoints : [],
    servers,
    idempotency: idempotencyOf(source),
    signing: config.webhooks ?? (source.events.length > 0 ? 'standard' : false),
    title,
  };
}
