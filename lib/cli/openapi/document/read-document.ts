import { DocumentError } from './document-error.js';
import { documentResolver, type DocumentResolver } from './document-resolver.js';
import { type BrokenRef, judge } from './findings.js';
import { isObject, own } from './json-object.js';
import type { OpenApiDocument } from './open-api-document.js';
import { loadRedocly, type Problem, type Redocly, type SourceDocument } from './redocly.js';
import { type Reach, Sources } from './sources.js';
import { refsIn } from './tree.js';
import { upgraded } from './upgraded.js';
import { Warnings } from './warnings.js';

/** A document in one piece, and what is known of how it was read. */
export interface ReadDocument {
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
