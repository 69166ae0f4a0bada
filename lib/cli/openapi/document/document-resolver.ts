import { DocumentError } from './document-error.js';
import type { Redocly, Resolver, Source, SourceDocument } from './redocly.js';
import { RefChains } from './ref-chains.js';
import type { Sources } from './sources.js';
import { refsIn, sorted } from './tree.js';
import type { Warnings } from './warnings.js';

function jsonOf(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The resolver of a document, and the files that it has read. */
export interface DocumentResolver extends Resolver {
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
export function documentResolver(
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
