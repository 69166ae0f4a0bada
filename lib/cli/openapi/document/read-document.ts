import { DocumentError } from './document-error.js';
import { documentResolver } from './document-resolver.js';
import { judge } from './findings.js';
import { isObject, own } from './json-object.js';
import { openCircles } from './open-circles.js';
import type { OpenApiDocument } from './open-api-document.js';
import { loadRedocly, type Redocly, type Resolver, type SourceDocument } from './redocly.js';
import { treeOf } from './tree-of.js';
import { upgraded } from './upgraded.js';
import { Warnings } from './warnings.js';

/** How a document is read. */
export interface ReadOptions {
  /** Whether nothing may come from the web. Default false. */
  readonly offline?: boolean | undefined;
  /** Where to say what is odd in the document. */
  readonly warnings?: Warnings | undefined;
}

/** What is asked of a document: that it has the shape of one, and that its `$ref`s lead somewhere. */
const RULES = { struct: 'error', 'no-unresolved-refs': 'error' };

/** A file, a URL or an object as an OpenAPI 3 document whose `$ref`s lead into itself. Throws a `DocumentError`. */
export async function readDocument(
  source: string | object,
  { offline = false, warnings = new Warnings() }: ReadOptions = {},
): Promise<OpenApiDocument> {
  const redocly = await loadRedocly();
  try {
    return await read(source, redocly, offline, warnings);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const text = String(error);
    if (text.startsWith('RangeError'))
      throw new DocumentError('The document is nested too deeply to be read');
    throw new DocumentError(text.replace(/^\w*Error: /, ''));
  }
}

async function read(
  source: string | object,
  redocly: Redocly,
  offline: boolean,
  warnings: Warnings,
): Promise<OpenApiDocument> {
  const config = await redocly.createConfig({ rules: RULES });
  const resolver = documentResolver(redocly, config.resolve, offline);
  const document = await open(source, redocly, resolver);
  const version = versionOf(document.parsed);
  const work = { document, config, externalRefResolver: resolver };
  const root = document.source.absoluteRef;
  const problems = await redocly.lintDocument(work).catch((error: unknown) => {
    if (!String(error).includes('Self-referencing')) throw error;
    openCircles(document.parsed as OpenApiDocument, warnings);
    return redocly.lintDocument(work);
  });
  judge(problems, root, warnings);
  // Bundling walks the document as checking does: it is left out where there is nothing to bundle.
  if (resolver.getFiles().size > (typeof source === 'string' ? 1 : 0)) {
    const types = redocly.getTypes(redocly.detectSpec(document.parsed));
    judge((await redocly.bundleDocument({ ...work, types })).problems, root, warnings);
  }
  const { parsed } = document;
  return (version === '2.0' ? await upgraded(parsed) : parsed) as OpenApiDocument;
}

async function open(source: string | object, redocly: Redocly, resolver: Resolver): Promise<SourceDocument> {
  if (typeof source === 'string') return await resolver.resolveDocument(null, source, true);
  // Bundling writes to what it bundles.
  const text = JSON.stringify(treeOf(source));
  const name = resolver.resolveExternalRef(null, 'document.json');
  return { source: new redocly.Source(name, text), parsed: JSON.parse(text) as unknown };
}

function versionOf(parsed: unknown): string {
  const version = own(parsed, 'openapi') ?? own(parsed, 'swagger');
  if (!isObject(parsed) || version === undefined) {
    throw new DocumentError('This is no OpenAPI document: it has no `openapi` at its top');
  }
  const text = typeof version === 'string' || typeof version === 'number' ? String(version) : '';
  if (/^3\.[0-2](\.|$)/.test(text) || text === '2.0') return text;
  throw new DocumentError(
    `OpenAPI ${text || 'without a version'} is unknown; 3.0, 3.1, 3.2 and Swagger 2.0 are read`,
  );
}
