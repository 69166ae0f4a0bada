import {
  type BrokenRef,
  DocumentError,
  firstLine,
  judge,
  type Problem,
  type Warnings,
} from './diagnostics.js';
import { isObject, type OpenApiDocument, own, segmentsOf } from './json-document.js';
import { type Patch, patched, patchesOf } from './patch.js';
import { RefChains, refsIn } from './ref-chains.js';
import { type Reach, Sources } from './sources.js';
import { prepareSwagger } from './swagger.js';

/** Options of reading a document. */
interface ReadDocumentOptions extends Reach {
  /** Functions that change the parsed document. */
  readonly patch?: unknown;
}

/** What reading a document needs besides its sources. */
interface DocumentReading {
  readonly warnings: Warnings;
  readonly patches: readonly Patch[];
}

/** A bundled document, and how it was read. */
interface ReadDocument {
  /** OpenAPI 3 document whose `$ref`s lead into itself. */
  readonly document: OpenApiDocument;
  /** Files that were read. The document's own file is first. */
  readonly files: readonly string[];
  /** The `$ref`s that can't be resolved, even if no endpoint needs them. */
  readonly broken: readonly BrokenRef[];
  /** Errors of the files that could not be read, by path or URL. */
  readonly failures: ReadonlyMap<string, string>;
}

/** Redocly's rules: the structure is valid, and `$ref`s can be resolved. */
const RULES = { struct: 'error', 'no-unresolved-refs': 'error' };

/**
 * Reads a path, a URL or an object. Throws a DocumentError if it can't be read or is not an OpenAPI document.
 *
 * @param warnings Receives the problems of the structure.
 */
export async function readDocument(
  source: string | object,
  reach: ReadDocumentOptions,
  warnings: Warnings,
): Promise<ReadDocument> {
  const patches = patchesOf(reach.patch);
  const redocly = (await loadPeer(
    '@redocly/openapi-core',
    'an OpenAPI document',
    () => import('@redocly/openapi-core'),
  )) as Redocly;
  try {
    return await read(source, redocly, new Sources(source, reach), { warnings, patches });
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    if (error instanceof RangeError) throw new DocumentError('The document is nested too deeply');
    throw new DocumentError(String(error).replace(/^\w*Error: /, ''));
  }
}

async function read(
  source: string | object,
  redocly: Redocly,
  sources: Sources,
  { warnings, patches }: DocumentReading,
): Promise<ReadDocument> {
  const config = await redocly.createConfig({ rules: RULES });
  const resolver = documentResolver(redocly, config.resolve, sources, { warnings, patches });
  const document =
    typeof source === 'string'
      ? await resolver.resolveDocument(null, source, true)
      : resolver.documentOf(source);
  const version = versionOf(document.parsed, warnings);
  const work = { document, config, externalRefResolver: resolver };
  const problems = await lint(redocly, work, warnings);
  const isOld = version === '2.0';
  const wrong = problems.filter((each) => !(isOld && isFileOfResponse(each, resolver.documents)));
  const broken = judge(wrong, sources.document, warnings);
  // Bundling visits the whole document, so skip it for a single file.
  if (resolver.documents.length > 1) {
    // Sort the keys, so that names that depend on the order of keys are stable.
    for (const each of resolver.documents) each.parsed = sorted(each.parsed);
    const types = redocly.getTypes(redocly.detectSpec(document.parsed));
    const { problems } = await redocly.bundleDocument({ ...work, types });
    broken.push(...judge(problems, sources.document, warnings));
  }
  const { parsed } = document;
  const whole = (isOld ? await upgraded(parsed, warnings) : parsed) as OpenApiDocument;
  return { document: whole, files: [...sources.files], broken, failures: sources.failures };
}

/** Returns the problems of the structure. A document that Redocly can't check can still produce a client. */
async function lint(redocly: Redocly, work: Work, warnings: Warnings): Promise<readonly Problem[]> {
  try {
    return await redocly.lintDocument(work);
  } catch (error) {
    const [line = ''] = String(error).split('\n');
    warnings.add('unchecked', '', `the structure can't be checked; it is used as it is (${line})`);
    return [];
  }
}

/** Whether a problem is the type `file` in a response of Swagger 2, which Redocly wrongly reports. */
function isFileOfResponse({ location: [first] }: Problem, documents: readonly SourceDocument[]): boolean {
  const segments = segmentsOf(first?.pointer?.replace(/^#/, '') ?? '');
  if (segments.splice(-2).join('/') !== 'schema/type') return false;
  const root = documents.find(({ source }) => source.absoluteRef === first?.source.absoluteRef)?.parsed;
  const response = segments.reduce(own, root);
  return own(own(response, 'schema'), 'type') === 'file' && own(response, 'in') === undefined;
}

function versionOf(parsed: unknown, warnings: Warnings): string {
  const word = own(parsed, 'openapi') === undefined ? 'swagger' : 'openapi';
  const version = own(parsed, word);
  if (!isObject(parsed) || version === undefined)
    throw new DocumentError('Not an OpenAPI document: no top-level `openapi` field');
  // The number 3.0 prints as 3.
  const text = typeof version === 'number' ? version.toFixed(1) : JSON.stringify(version).replaceAll('"', '');
  if (!/^3\.[0-2](\.|$)/.test(text) && text !== '2.0')
    throw new DocumentError(`OpenAPI ${text} is not supported: use 3.0 to 3.2 or Swagger 2.0`);
  if (version !== text) {
    warnings.add('wrong-value', `/${word}`, `the version is a number: use '${text}'`);
    Reflect.set(parsed, word, text);
  }
  const paths = own(parsed, 'paths');
  if (paths !== undefined && paths !== null && !isObject(paths))
    throw new DocumentError("`paths` isn't an object, so there are no endpoints", {
      pointer: '/paths',
    });
  if (['paths', 'webhooks', 'components', 'definitions'].every((name) => !isObject(own(parsed, name))))
    throw new DocumentError('The document has no `paths`, so there are no endpoints');
  return text;
}

async function upgraded(document: unknown, warnings: Warnings): Promise<unknown> {
  const upgrader = (await loadPeer(
    '@scalar/openapi-upgrader',
    'Swagger 2',
    () => import('@scalar/openapi-upgrader'),
  )) as { upgrade(document: unknown, version: '3.0'): unknown };
  prepareSwagger(document, warnings);
  try {
    return upgrader.upgrade(document, '3.0');
  } catch (error) {
    throw new DocumentError(`@scalar/openapi-upgrader can't read this Swagger 2: ${firstLine(error)}`);
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name])] as const);
  return Object.fromEntries(entries);
}

// The parts of `@redocly/openapi-core` that are used here. Typed by hand, because its own types require
// Node's.

interface SourceFile {
  readonly absoluteRef: string;
  readonly body: string;
}

interface SourceDocument {
  readonly source: SourceFile;
  parsed: unknown;
}

interface Resolver {
  resolveDocument(base: string | null, ref: string, isRoot?: boolean): Promise<SourceDocument>;
  resolveExternalRef(base: string | null, ref: string): string;
  loadExternalRef(absoluteRef: string): Promise<SourceFile>;
  parseDocument(source: SourceFile, isRoot?: boolean): SourceDocument;
}

interface Config {
  readonly resolve: unknown;
}

interface Work {
  readonly document: SourceDocument;
  readonly config: Config;
  readonly externalRefResolver: Resolver;
}

interface Redocly {
  readonly Source: new (absoluteRef: string, body: string, mimeType?: string) => SourceFile;
  readonly BaseResolver: new (config: unknown) => Resolver;
  createConfig(config: object): Promise<Config>;
  lintDocument(work: Work): Promise<readonly Problem[]>;
  bundleDocument(
    work: Work & { readonly types: unknown },
  ): Promise<{ readonly problems: readonly Problem[] }>;
  getTypes(version: unknown): unknown;
  detectSpec(parsed: unknown): unknown;
}

/** The resolver of a document, with the files that it has read. */
interface DocumentResolver extends Resolver {
  readonly documents: readonly SourceDocument[];
  /** Creates a document from a parsed value. */
  documentOf(value: object): SourceDocument;
}

function jsonOf(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Creates Redocly's resolver for our sources. Parses JSON directly, because Redocly's YAML parser is six
 * times slower. Removes the `$ref`s from each file that would make Redocly loop or leave a rejected promise.
 */
function documentResolver(
  redocly: Redocly,
  config: unknown,
  sources: Sources,
  { warnings, patches }: DocumentReading,
): DocumentResolver {
  const chains = new RefChains((base, ref) => sources.addressOf(base, ref));
  return new (class extends redocly.BaseResolver implements DocumentResolver {
    readonly documents: SourceDocument[] = [];

    override resolveExternalRef(base: string | null, ref: string): string {
      return base === null ? sources.document : sources.addressOf(base, ref);
    }

    override async loadExternalRef(address: string): Promise<SourceFile> {
      const { text, mimeType } = await sources.read(address);
      return new redocly.Source(address, text, mimeType);
    }

    override parseDocument(source: SourceFile, isRoot?: boolean): SourceDocument {
      return this.#kept({ source, parsed: jsonOf(source.body) ?? this.#parsedYaml(source, isRoot) });
    }

    documentOf(value: object): SourceDocument {
      refsIn(value);
      // A copy, because bundling changes the document.
      const text = JSON.stringify(value);
      return this.#kept({
        source: new redocly.Source(sources.document, text),
        parsed: JSON.parse(text),
      });
    }

    #parsedYaml(source: SourceFile, isRoot?: boolean): unknown {
      try {
        return super.parseDocument(source, isRoot).parsed;
      } catch (error) {
        const message = `Not valid JSON or YAML: ${firstLine(error)}`;
        throw new DocumentError(message, { file: source.absoluteRef });
      }
    }

    #kept(document: SourceDocument): SourceDocument {
      const address = document.source.absoluteRef;
      if (patches.length > 0 && address === sources.document)
        document.parsed = patched(document.parsed, patches);
      const message = 'this $ref points to itself, so its type is unknown: fix it';
      for (const { pointer, address: at } of chains.add(address, document.parsed))
        warnings.add('ref-circle', pointer, message, at === sources.document ? undefined : at);
      this.documents.push(document);
      return document;
    }
  })(config);
}

/** Loads a package that only the generator needs, with an install command in the error. */
export async function loadPeer(
  name: string,
  reading: string,
  load: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await load();
  } catch (error) {
    if (/^(ERR_)?MODULE_NOT_FOUND$/.test(String(own(error, 'code'))))
      throw new DocumentError(`${reading} needs ${name}: npm install -D ${name}`);
    throw new DocumentError(
      `${name} can't be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
