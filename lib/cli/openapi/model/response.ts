import { orUnresolved } from '../document/diagnostics.js';
import type { DocumentNode } from '../document/json-document.js';
import {
  isPlainJson,
  isRange,
  type MediaType,
  mediaTypes,
  type SequenceFormat,
  sequenceOf,
} from './media-type.js';
import type { Reader } from './parameters.js';

/** Response type of a success. */
export type BodyFormat = 'json' | 'optionalJson' | 'text' | 'blob' | 'none';

export interface ResponseModel {
  readonly reading: BodyFormat;
  /** JSON schemas as written, one for each status and content type. */
  readonly schemas: readonly DocumentNode[];
  /** Value of the Accept header, if the operation has several content types, or one that homing doesn't accept by default. */
  readonly accept: string | undefined;
  /** Whether a response can be text or JSON, depending on its content type. */
  readonly isByType: boolean;
  /** Other content types that the operation returns. */
  readonly others: readonly string[];
  /** Whether only the reader of a stream defines the type of the data. */
  readonly isUnknown: boolean;
  /** Format of a stream; undefined if the body is read as a whole. */
  readonly sequence?: SequenceFormat | undefined;
  /** The reader of a stream, if the client has one. */
  readonly stream?: StreamReader | undefined;
  /** Schema of each status; undefined for an empty body. None if the data doesn't depend on the status. */
  readonly byStatus: readonly StatusModel[];
  /** Status such as `200`; `2XX` for several. */
  readonly status: string;
  /** Headers that a success has, by name. */
  readonly headers: readonly HeaderModel[];
}

/** How a stream is read. */
interface StreamReader {
  /** Type of the data. */
  readonly type: string;
  /** Expression of the response type. */
  readonly reader: string;
}

/** A success status such as `200` or `2XX`. */
interface StatusModel {
  readonly status: string;
  readonly schema: DocumentNode | undefined;
}

/** A response header. */
interface HeaderModel {
  /** Name in lower case. */
  readonly name: string;
  /** The values of its enum; none for any text. */
  readonly values: readonly string[];
  /** Whether every success has it. */
  readonly isRequired: boolean;
}

export interface ErrorModel {
  /** Status such as `404`, `4XX` or `default`. */
  readonly status: string;
  readonly body: 'json' | 'text' | 'unknown';
  /** JSON schemas as written. */
  readonly schemas: readonly DocumentNode[];
}

export interface ErrorModels {
  readonly reading: 'json' | 'text';
  readonly list: readonly ErrorModel[];
}

const SUCCESS = /^2(\d\d|xx)$/i;
const FAILURE = /^[45](\d\d|xx)$/i;
const REDIRECT = /^3/;

/** Success statuses that never have a body, even if the document declares one. */
const BODILESS: readonly string[] = ['204', '205'];

/** One response of an operation. Its preferred content type is first. */
interface Response {
  readonly status: string;
  readonly pointer: string;
  readonly media: readonly MediaType[];
  readonly headers: DocumentNode;
}

const readResponses = (operation: DocumentNode): Response[] => {
  const responses = operation.at('responses');
  return responses.keys().map((status) => {
    const node = responses.at(status);
    return {
      status,
      pointer: node.pointer,
      media: mediaTypes(node.at('content')),
      headers: node.at('headers'),
    };
  });
};

const schemasOf = (media: readonly MediaType[]): DocumentNode[] =>
  media.filter(({ kind }) => kind === 'json').map(({ node }) => node.child('schema'));

/** A success without its status and headers. */
type AnswerModel = Omit<ResponseModel, 'status' | 'headers'>;

const withoutBody = (reading: BodyFormat): AnswerModel => ({
  reading,
  schemas: [],
  accept: undefined,
  isByType: false,
  others: [],
  isUnknown: false,
  byStatus: [],
});

const isEmpty = ({ status, media }: Response): boolean => media.length === 0 || BODILESS.includes(status);

/** Without another response for successes, `default` describes them. */
const keyOf = ({ status }: Response): string => (status === 'default' ? '2XX' : status.toUpperCase());

/** Returns the schema of each status, if all have JSON or no body. */
const statusesOf = (successes: readonly Response[]): StatusModel[] => {
  const isPlain = successes.every((each) => isEmpty(each) || each.media[0]?.kind === 'json');
  if (!isPlain) return [];
  return successes.map((each) => ({
    status: keyOf(each),
    schema: isEmpty(each) ? undefined : each.media[0]?.node.child('schema'),
  }));
};

/** Returns the texts that a header can have; none for any text. */
const valuesOf = (header: DocumentNode): string[] => {
  const values = header
    .at('schema')
    .at('enum')
    .elements()
    .map(({ value }) => value);
  return values.every((value) => typeof value === 'string') ? values : [];
};

/** Returns the headers of the successes. A header is optional unless every success requires it. */
const headersOf = (successes: readonly Response[]): HeaderModel[] => {
  const all = successes.flatMap(({ headers }) =>
    headers.keys().flatMap((name) => {
      const header = orUnresolved(() => headers.at(name));
      if (!header || name.toLowerCase() === 'content-type') return [];
      const values = orUnresolved(() => valuesOf(header)) ?? [];
      return [{ name: name.toLowerCase(), values, isRequired: header.flag('required') === true }];
    }),
  );
  return [...new Set(all.map(({ name }) => name))].sort().map((name) => {
    const same = all.filter((each) => each.name === name);
    return {
      name,
      values: same.some(({ values }) => values.length === 0) ? [] : same.flatMap(({ values }) => values),
      isRequired: same.length >= successes.length && same.every(({ isRequired }) => isRequired),
    };
  });
};

const answerOf = (successes: readonly Response[], { warnings, shapes, hasStreams }: Reader): AnswerModel => {
  const firsts = successes.flatMap(({ media: [first] }) => (first ? [first] : []));
  const chosen =
    firsts.find(({ kind }) => kind === 'json') ?? firsts.find((each) => !each.isEventStream) ?? firsts[0];
  if (!chosen) return withoutBody('none');
  if (chosen.isEventStream && hasStreams !== true)
    warnings.add(
      'event-stream',
      chosen.node.pointer,
      'an event stream needs a reader, or its type is unknown: add with({ responseType: events<T>() }) from homing/sse; its comment names T',
    );
  // Without a reader, JSON lines are a Blob.
  const sequence = chosen.isEventStream || hasStreams === true ? sequenceOf(chosen) : undefined;
  const names = [...new Set(successes.flatMap(({ media }) => media.map(({ name }) => name)))];
  const mayBeEmpty = successes.some(isEmpty);
  const json = mayBeEmpty ? 'optionalJson' : 'json';
  const accepted = [chosen, ...firsts].map(({ name }) => name);
  const other = chosen.kind === 'text' ? 'text' : 'blob';
  const isByType =
    chosen.kind === 'json' &&
    firsts.some(
      ({ kind, name, node }) => kind === 'json' && isRange(name) && shapes.mayBeText(node.at('schema')),
    );
  // A client sends `Accept: application/json` for JSON by default, and nothing for other types.
  const isDefault =
    names.length === 1 &&
    (chosen.kind !== 'json' || isPlainJson(chosen.name) || (isRange(chosen.name) && !isByType));
  return {
    reading: chosen.kind === 'json' ? json : other,
    schemas: schemasOf(firsts),
    accept: isDefault ? undefined : [...new Set(accepted)].join(', '),
    isByType,
    others: names.filter((name) => name !== chosen.name),
    sequence,
    isUnknown: sequence !== undefined,
    byStatus: statusesOf(successes),
  };
};

/** Without a success response, `default` also describes successes. */
const successesOf = (responses: readonly Response[]): Response[] => {
  const declared = responses.filter(({ status }) => SUCCESS.test(status));
  return declared.length > 0 ? declared : responses.filter(({ status }) => status === 'default');
};

/** Returns the success response of an operation. */
export function readAnswer(operation: DocumentNode, method: string, reader: Reader): ResponseModel {
  const responses = readResponses(operation);
  const successes = successesOf(responses);
  const [first, ...more] = successes;
  const status = first && more.length === 0 ? keyOf(first) : '2XX';
  const shared = { status, headers: headersOf(successes) };
  if (method === 'HEAD') return { ...withoutBody('none'), ...shared };
  if (successes.length > 0) return { ...answerOf(successes, reader), ...shared };
  // fetch follows the redirect, which most often leads to a file.
  if (!responses.some(({ status }) => REDIRECT.test(status)))
    reader.warnings.add(
      'no-success',
      operation.pointer,
      'no 2xx response is described, so data is a Blob: add one',
    );
  return { ...withoutBody('blob'), ...shared };
}

/** Returns the error responses of an operation: statuses, then ranges, then `default`. */
export function readFailures(operation: DocumentNode): ErrorModels {
  const failures = readResponses(operation).filter(
    ({ status }) => FAILURE.test(status) || status === 'default',
  );
  const media = failures.flatMap((each) => each.media);
  // One reader handles all errors: they are read as JSON unless every one is text.
  const reading = media.length > 0 && media.every(({ kind }) => kind === 'text') ? 'text' : 'json';
  const list = failures.map(({ status, media }): ErrorModel => {
    const schemas = reading === 'json' ? schemasOf(media) : [];
    const other = reading === 'text' && media.length > 0 ? 'text' : 'unknown';
    const body = schemas.length > 0 ? 'json' : other;
    return { status: status === 'default' ? status : status.toUpperCase(), body, schemas };
  });
  return { reading, list };
}
