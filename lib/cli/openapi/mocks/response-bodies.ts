import { orUnresolved } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import { type MediaType, mediaTypes } from '../model/media-type.js';
import type { OperationModel } from '../model/operations.js';
import { ANY, type Shape } from '../shape/shape.js';
import type { ShapeReader } from '../shape/shape-reader.js';

/** A body that a mock needs a value for. */
export interface MockBody {
  readonly status: number;
  readonly pointer: string;
  /** Shape of the body; undefined for an empty one. */
  readonly shape: Shape | undefined;
  /** Examples of the document, best first. */
  readonly examples: readonly unknown[];
}

/** A header that each success has. */
export interface MockHeader {
  readonly name: string;
  readonly shape: Shape;
}

/** The responses of an endpoint. */
export interface EndpointBodies {
  readonly bodies: readonly MockBody[];
  readonly headers: readonly MockHeader[];
}

const TEXT: Shape = { kind: 'text' };

/** Statuses without a body, even if the document declares one. */
const BODILESS: readonly number[] = [204, 205, 304];

/** Returns the example values of a media type. */
const examplesOf = (media: DocumentNode): unknown[] => {
  const examples = media.at('examples');
  const listed = examples.keys().flatMap((name) => {
    const value = orUnresolved(() => examples.at(name).at('value'));
    return value?.exists ? [value.value] : [];
  });
  const example = media.child('example');
  return [...(example.exists ? [example.value] : []), ...listed];
};

/** Returns a status that a key of the document describes. Ranges have their first free status. */
const statusOf = (key: string, taken: ReadonlySet<string>, isOnlyDefault: boolean): number => {
  const text = key === 'default' ? (isOnlyDefault ? '2XX' : '5XX') : key.toUpperCase();
  if (/^\d+$/.test(text)) return Number(text);
  let status = Number(text.charAt(0)) * 100;
  while (taken.has(String(status))) status += 1;
  return status;
};

/** Reads the responses of operations. */
export class ResponseBodies {
  readonly #root: DocumentNode;
  readonly #shapes: ShapeReader;

  constructor(root: DocumentNode, shapes: ShapeReader) {
    this.#root = root;
    this.#shapes = shapes;
  }

  /** Returns the responses of an operation; undefined for an event stream. */
  of({ method, template, answer, failures }: OperationModel): EndpointBodies | undefined {
    if (answer.isUnknown) return undefined;
    const operation = this.#root.at('paths').at(template).at(method.toLowerCase());
    const responses = operation.at('responses');
    const keys = responses.keys();
    const successes = keys.filter((key) => /^2/.test(key));
    const errors = keys.filter((key) => /^[45](\d\d|xx)$/i.test(key) || key === 'default');
    const taken = new Set(keys);
    const ofKey = (key: string, isSuccess: boolean): MockBody => {
      const node = responses.at(key);
      const status = statusOf(key, taken, isSuccess);
      const media = method === 'HEAD' || BODILESS.includes(status) ? [] : mediaTypes(node.at('content'));
      const reading = isSuccess ? answer.reading : failures.reading;
      return { status, pointer: node.pointer, ...this.#body(media, reading, isSuccess) };
    };
    const isOnlyDefault = successes.length === 0 && keys.includes('default');
    const found = (isOnlyDefault ? ['default'] : successes).map((key) => ofKey(key, true));
    // A success that the document doesn't describe is a Blob.
    const undescribed = { status: 200, pointer: operation.pointer, ...this.#body([], answer.reading, true) };
    const bodies = [...(found.length > 0 ? found : [undescribed]), ...errors.map((key) => ofKey(key, false))];
    const required = new Set(answer.headers.filter(({ isRequired }) => isRequired).map(({ name }) => name));
    const headers = responses.at((isOnlyDefault ? 'default' : successes[0]) ?? '').at('headers');
    return {
      bodies,
      headers: headers
        .keys()
        .filter((name) => required.has(name.toLowerCase()))
        .map((name) => ({
          name: name.toLowerCase(),
          shape: this.#shapeOf(headers.at(name).child('schema'), TEXT),
        })),
    };
  }

  #body(
    media: readonly MediaType[],
    reading: string,
    isSuccess: boolean,
  ): Pick<MockBody, 'shape' | 'examples'> {
    const [first] = media;
    const examples = first ? examplesOf(first.node) : [];
    if (reading === 'none' || (!first && (reading !== 'blob' || !isSuccess)))
      return { shape: undefined, examples: [] };
    if (reading === 'blob') return { shape: { kind: 'bytes' }, examples: [] };
    if (first?.kind === 'json') return { shape: this.#shapeOf(first.node.child('schema'), ANY), examples };
    return { shape: TEXT, examples: examples.filter((each) => typeof each === 'string') };
  }

  #shapeOf(schema: DocumentNode, other: Shape): Shape {
    return schema.exists ? this.#shapes.read(schema, 'received') : other;
  }
}
