import { loadPeer } from './load-peer.js';

/** A file, or what was read from the web. */
export interface Source {
  readonly absoluteRef: string;
  readonly body: string;
  readonly mimeType?: string | undefined;
}

/** A file and what stands in it. */
export interface SourceDocument {
  readonly source: Source;
  parsed: unknown;
}

/** Finds files, and reads each once. */
export interface Resolver {
  resolveDocument(base: string | null, ref: string, isRoot?: boolean): Promise<SourceDocument>;
  resolveExternalRef(base: string | null, ref: string): string;
  loadExternalRef(absoluteRef: string): Promise<Source>;
  parseDocument(source: Source, isRoot?: boolean): SourceDocument;
}

/** What redocly finds wrong. */
export interface Problem {
  readonly message: string;
  readonly ruleId: string;
  readonly severity: string;
  readonly location: readonly { readonly pointer?: string; readonly source: Source }[];
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
export interface Redocly {
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

export async function loadRedocly(): Promise<Redocly> {
  return (await loadPeer(
    '@redocly/openapi-core',
    'an OpenAPI document',
    () => import('@redocly/openapi-core'),
  )) as Redocly;
}
