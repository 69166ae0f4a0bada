import { type BrokenRef, DocumentError, judge, type Problem, Warnings } from './diagnostics.js';
import { isObject, type OpenApiDocument, own, ownObject, refOf } from './json-document.js';
import { RefChains, refsIn } from './ref-chains.js';
import { type Reach, Sources } from './sources.js';

/** A document in one piece, and what is known of how it was read. */
interface ReadDocument {
  /** OpenAPI 3, whose `$ref`s lead into itself. */
  readonly document: OpenApiDocument;
  /** The files that were read, the document's own first. */
  readonly files: readonly string[];
  /** The `$ref`s that lead nowhere, needed or not. */
  readonly broken: readonly BrokenRef[];
  /** Why what could not be read could not, by path or URL. */
  readonly failures: ReadonlyMap<string, string>;
}

/** What is asked of a document: that it has the shape of one, and that its `$ref`s lead somewhere. */
const RULES = { struct: 'error', 'no-unresolved-refs': 'error' };

/**
 * Reads a file, a URL or an object. Throws a DocumentError for what can't be read, and what has no shape of a document.
 *
 * @param warnings Gets what is odd in it.
 */
export async function readDocument(
  source: string | object,
  reach: Reach = {},
  warnings = new Warnings(),
): Promise<ReadDocument> {
  const redocly = await loadRedocly();
  try {
    return await read(source, redocly, new Sources(source, reach), warnings);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    if (error instanceof RangeError) throw new DocumentError('The document is nested too deeply to be read');
    throw new DocumentError(String(error).replace(/^\w*Error: /, ''));
  }
}

async function read(
  source: string | object,
  redocly: Redocly,
  sources: Sources,
  warnings: Warnings,
): Promise<ReadDocument> {
  const config = await redocly.createConfig({ rules: RULES });
  const resolver = documentResolver(redocly, config.resolve, sources, warnings);
  const document = await open(source, resolver);
  const version = versionOf(document.parsed, warnings);
  const work = { document, config, externalRefResolver: resolver };
  const broken = judge(await lint(redocly, work, warnings), sources.document, warnings);
  // Bundling walks the document as checking does: it is left out where there is nothing to bundle.
  if (resolver.count > 1) {
    resolver.sortKeys();
    const types = redocly.getTypes(redocly.detectSpec(document.parsed));
    const { problems } = await redocly.bundleDocument({ ...work, types });
    broken.push(...judge(problems, sources.document, warnings));
  }
  const { parsed } = document;
  const whole = (version === '2.0' ? await upgraded(parsed) : parsed) as OpenApiDocument;
  return { document: whole, files: [...sources.files], broken, failures: sources.failures };
}

/** What is odd in the structure. A client may be made of a document that Redocly can't check. */
async function lint(
  redocly: Redocly,
  work: Parameters<Redocly['lintDocument']>[0],
  warnings: Warnings,
): Promise<Problem[]> {
  try {
    return await redocly.lintDocument(work);
  } catch (error) {
    const [line = ''] = String(error).split('\n');
    warnings.add('unchecked', '', `the structure can't be checked, and is taken as it is (${line})`);
    return [];
  }
}

async function open(source: string | object, resolver: DocumentResolver): Promise<SourceDocument> {
  if (typeof source === 'string') return await resolver.resolveDocument(null, source, true);
  refsIn(source);
  // What bundles writes to what it bundles.
  return resolver.documentOf(JSON.stringify(source));
}

function versionOf(parsed: unknown, warnings: Warnings): string {
  const word = own(parsed, 'openapi') === undefined ? 'swagger' : 'openapi';
  const version = own(parsed, word);
  if (!isObject(parsed) || version === undefined)
    throw new DocumentError('This is no OpenAPI document: it has no `openapi` at its top');
  // As a number, 3.0 has become 3.
  const text = typeof version === 'number' ? version.toFixed(1) : JSON.stringify(version).replaceAll('"', '');
  if (!/^3\.[0-2](\.|$)/.test(text) && text !== '2.0')
    throw new DocumentError(`OpenAPI ${text} is unknown; 3.0, 3.1, 3.2 and Swagger 2.0 are read`);
  if (version !== text) {
    warnings.add('wrong-value', `/${word}`, `the version is a number: write '${text}'`);
    Reflect.set(parsed, word, text);
  }
  const paths = own(parsed, 'paths');
  if (paths !== undefined && paths !== null && !isObject(paths))
    throw new DocumentError('`paths` is no object, so there is no endpoint to be found', {
      pointer: '/paths',
    });
  if (['paths', 'webhooks', 'components', 'definitions'].every((name) => !isObject(own(parsed, name))))
    throw new DocumentError('The document has no `paths`, so there is no endpoint to be found');
  return text;
}

interface Upgrader {
  upgrade(document: unknown, version: '3.0'): unknown;
}

/** Whether it says where it goes; Redocly has warned of one that does not. */
const isPlaced = (parameter: unknown): boolean =>
  refOf(parameter) !== undefined || typeof own(parameter, 'in') === 'string';

/** Leaves out the parameters for which the upgrader would refuse the whole document. */
function dropUnplaced(document: unknown): void {
  const items = Object.values(ownObject(document, 'paths'));
  for (const holder of [...items, ...items.filter(isObject).flatMap((item) => Object.values(item))]) {
    const parameters = own(holder, 'parameters');
    if (Array.isArray(parameters))
      Reflect.set(Object(holder) as object, 'parameters', parameters.filter(isPlaced));
    else if (parameters !== undefined) Reflect.deleteProperty(Object(holder) as object, 'parameters');
  }
  const shared = ownObject(document, 'parameters');
  for (const [name, parameter] of Object.entries(shared))
    if (!isPlaced(parameter)) Reflect.deleteProperty(shared, name);
}

/** A Swagger 2 document as one of OpenAPI 3. */
async function upgraded(document: unknown): Promise<unknown> {
  const upgrader = (await loadPeer(
    '@scalar/openapi-upgrader',
    'Swagger 2',
    () => import('@scalar/openapi-upgrader'),
  )) as Upgrader;
  dropUnplaced(document);
  try {
    return upgrader.upgrade(document, '3.0');
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new DocumentError(`@scalar/openapi-upgrader can't read this Swagger 2: ${line}`);
  }
}

/** A file, or what was read from the web. */
interface Source {
  readonly absoluteRef: string;
  readonly body: string;
  readonly mimeType?: string | undefined;
}

/** A file and what stands in it. */
interface SourceDocument {
  readonly source: Source;
  parsed: unknown;
}

/** Finds files, and reads each once. */
interface Resolver {
  resolveDocument(base: string | null, ref: string, isRoot?: boolean): Promise<SourceDocument>;
  resolveExternalRef(base: string | null, ref: string): string;
  loadExternalRef(absoluteRef: string): Promise<Source>;
  parseDocument(source: Source, isRoot?: boolean): SourceDocument;
}

interface Config {
  readonly resolve: unknown;
}

interface Work {
  readonly document: SourceDocument;
  readonly config: Config;
  readonly externalRefResolver: Resolver;
}

/** What this uses of `@redocly/openapi-core`; written by hand, as its own types need those of Node. */
interface Redocly {
  readonly Source: new (absoluteRef: string, body: string, mimeType?: string) => Source;
  readonly BaseResolver: new (config: unknown) => Resolver;
  createConfig(config: object): Promise<Config>;
  lintDocument(work: Work): Promise<Problem[]>;
  bundleDocument(
    work: Work & { readonly types: unknown },
  ): Promise<{ readonly problems: readonly Problem[] }>;
  getTypes(version: unknown): unknown;
  detectSpec(parsed: unknown): unknown;
}

function jsonOf(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The resolver of a document, and the files that it has read. */
interface DocumentResolver extends Resolver {
  /** How many files the document is made of. */
  readonly count: number;
  /** Sorts the keys of all files. */
  sortKeys(): void;
  /** Makes a document of a value that was read already. */
  documentOf(text: string): SourceDocument;
}

/**
 * Redocly's resolver over our sources. It reads JSON as JSON, as Redocly's parser of YAML takes six times as long, and
 * takes from each file what Redocly would not end with, or would leave a rejection behind for.
 */
function documentResolver(
  redocly: Redocly,
  config: unknown,
  sources: Sources,
  warnings: Warnings,
): DocumentResolver {
  const chains = new RefChains((base, ref) => sources.addressOf(base, ref));
  const documents: SourceDocument[] = [];
  return new (class extends redocly.BaseResolver implements DocumentResolver {
    get count(): number {
      return documents.length;
    }

    override resolveExternalRef(base: string | null, ref: string): string {
      return base === null ? sources.document : sources.addressOf(base, ref);
    }

    override async loadExternalRef(address: string): Promise<Source> {
      const { text, mimeType } = await sources.read(address);
      return new redocly.Source(address, text, mimeType);
    }

    override parseDocument(source: Source, isRoot?: boolean): SourceDocument {
      const parsed = jsonOf(source.body) ?? this.#parsedYaml(source, isRoot);
      return this.#kept({ source, parsed });
    }

    documentOf(text: string): SourceDocument {
      return this.#kept({ source: new redocly.Source(sources.document, text), parsed: JSON.parse(text) });
    }

    sortKeys(): void {
      for (const document of documents) document.parsed = sorted(document.parsed);
    }

    #parsedYaml(source: Source, isRoot?: boolean): unknown {
      try {
        return super.parseDocument(source, isRoot).parsed;
      } catch (error) {
        const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
        throw new DocumentError(`This can't be read as JSON or YAML: ${line}`, { file: source.absoluteRef });
      }
    }

    #kept(document: SourceDocument): SourceDocument {
      const { source, parsed } = document;
      const address = source.absoluteRef;
      const refs = refsIn(parsed).map((each) => ({ ...each, address }));
      for (const circle of chains.add(address, parsed, refs))
        warnings.add(
          'ref-circle',
          circle.pointer,
          'this $ref leads to nothing but itself, so it is unknown: say what it is',
          circle.address === sources.document ? undefined : circle.address,
        );
      documents.push(document);
      return document;
    }
  })(config);
}

/** A copy whose keys are sorted: what is named in the order of the keys is then named alike for every order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name])] as const);
  return Object.fromEntries(entries);
}

async function loadRedocly(): Promise<Redocly> {
  return (await loadPeer(
    '@redocly/openapi-core',
    'an OpenAPI document',
    () => import('@redocly/openapi-core'),
  )) as Redocly;
}

const isMissing = (error: unknown): boolean => {
  const code = own(error, 'code');
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
};

/** A package that only who generates has to install. */
async function loadPeer(name: string, reading: string, load: () => Promise<unknown>): Promise<unknown> {
  try {
    return await load();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isMissing(error))
      throw new DocumentError(`${name} reads ${reading}; install it: npm install -D ${name}`);
    throw new DocumentError(`${name} can't be loaded: ${reason}`);
  }
}
