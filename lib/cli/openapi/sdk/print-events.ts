import { CodecFile } from '../codecs/codec-file.js';
import { exactItemEntries } from '../codecs/exact-json.js';
import { orUnresolved } from '../document/diagnostics.js';
import type { DocumentNode, References } from '../document/json-document.js';
import { PURE } from '../print/endpoint-config.js';
import { Imports } from '../print/imports.js';
import type { SchemaOptions } from '../schema/json-type-printer.js';
import { silentShapes } from '../schema/silent-shapes.js';
import { unionOf } from '../shape/shape-builders.js';

/** Module of the file, as the others import it. */
export const EVENTS_MODULE = './webhooks.js';

/** Name of the codec. The codecs of types start with an uppercase letter. */
export const EVENT_CODEC = 'eventCodec';

/** The codec of the webhooks' events. */
export interface PrintedEventCodec {
  /** The file without its first line. */
  readonly text: string;
  /** The function of homing/codec that parses the events; undefined for `JSON.parse`. */
  readonly parse: 'parseInt64' | undefined;
}

/**
 * Prints the codec that converts and renames the members of webhooks' events; undefined if nothing is converted. It is a
 * codec with schemas of a library too: these would reject events that a service adds later.
 */
export function printEventCodec(
  events: readonly DocumentNode[],
  references: References,
  options: SchemaOptions,
): PrintedEventCodec | undefined {
  const imports = new Imports();
  const shapes = silentShapes(references, options);
  const file = new CodecFile(options, imports);
  const codec = orUnresolved(() =>
    file.codec(unionOf(events.map((event) => shapes.read(event, 'received')))),
  );
  if (codec === undefined) return undefined;
  const exact = { shapes, options, imports: new Imports() };
  const isExact = events.some((event) => exactItemEntries(event, 'parseInt64', exact).length > 0);
  const declarations = file.declarations();
  const own = `export const ${EVENT_CODEC} = ${PURE} (() => ${codec})();\n`;
  return {
    text: [imports.lines().join(''), ...declarations, own].join('\n'),
    parse: isExact ? 'parseInt64' : undefined,
  };
}
