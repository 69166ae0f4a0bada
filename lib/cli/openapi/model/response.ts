import type { DocumentNode } from '../document/json-document.js';
import { isRange, type MediaType, mediaTypes } from './media-type.js';
import type { Reader } from './parameters.js';

/** How the body of a success is read. */
export type Reading = 'json' | 'optionalJson' | 'text' | 'blob' | 'none';

export interface ResponseModel {
  readonly reading: Reading;
  /** Of the JSON, one for each status and content type; as they are written. */
  readonly schemas: readonly DocumentNode[];
  /** What to ask for, where the operation has several content types. */
  readonly accept: string | undefined;
  /** Whether it may be text as well as JSON, which only the content type of the response tells. */
  readonly isByType: boolean;
  /** What else the operation gives, by content type. */
  readonly others: readonly string[];
  /** Whether no type can say what it is. */
  readonly isUnknown: boolean;
}

export interface Failure {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  readonly body: 'json' | 'text' | 'unknown';
  /** Of the JSON; as they are written. */
  readonly schemas: readonly DocumentNode[];
}

export interface Failures {
  readonly reading: 'json' | 'text';
  readonly list: readonly Failure[];
}

const SUCCESS = /^2(\d\d|xx)$/i;
const FAILURE = /^[45](\d\d|xx)$/i;
const REDIRECT = /^3/;

/** Statuses of a success that never has a body, whatever the document says of it. */
const BODILESS: readonly string[] = ['204', '205'];

/** One response of an operation, with its content types, the one to take first. */
interface Response {
  readonly status: string;
  readonly pointer: string;
  readonly media: readonly MediaType[];
}

const readResponses = (operation: DocumentNode): Response[] => {
  const responses = operation.at('responses');
  return responses.keys().map((status) => {
    const node = responses.at(status);
    return { status, pointer: node.pointer, media: mediaTypes(node.at('content')) };
  });
};

const schemasOf = (media: readonly MediaType[]): DocumentNode[] =>
  media.filter(({ kind }) => kind === 'json').map(({ node }) => node.child('schema'));

const withoutBody = (reading: Reading): ResponseModel => ({
  reading,
  schemas: [],
  accept: undefined,
  isByType: false,
  others: [],
  isUnknown: false,
});

const answerOf = (successes: readonly Response[], { warnings, shapes }: Reader): ResponseModel => {
  const firsts = successes.flatMap(({ media: [first] }) => (first ? [first] : []));
  const chosen =
    firsts.find(({ kind }) => kind === 'json') ?? firsts.find((each) => !each.isEventStream) ?? firsts[0];
  if (!chosen) return withoutBody('none');
  if (chosen.isEventStream)
    warnings.add(
      'event-stream',
      chosen.node.pointer,
      'an event stream needs a reader, or its type is unknown: add with({ responseType: events<T>() }) from homing/sse; its comment names T',
    );
  const names = [...new Set(successes.flatMap(({ media }) => media.map(({ name }) => name)))];
  const mayBeEmpty = successes.some(({ status, media }) => media.length === 0 || BODILESS.includes(status));
  const json = mayBeEmpty ? 'optionalJson' : 'json';
  const accepted = [chosen, ...firsts].map(({ name }) => name);
  const other = chosen.kind === 'text' ? 'text' : 'blob';
  return {
    reading: chosen.kind === 'json' ? json : other,
    schemas: schemasOf(firsts),
    accept: names.length > 1 ? [...new Set(accepted)].join(', ') : undefined,
    isByType:
      chosen.kind === 'json' &&
      firsts.some(
        ({ kind, name, node }) => kind === 'json' && isRange(name) && shapes.mayBeText(node.at('schema')),
      ),
    others: names.filter((name) => name !== chosen.name),
    isUnknown: chosen.isEventStream,
  };
};

/** Without any response for a success, `default` is that too; without that, it may be anything. */
const successesOf = (responses: readonly Response[]): Response[] => {
  const declared = responses.filter(({ status }) => SUCCESS.test(status));
  return declared.length > 0 ? declared : responses.filter(({ status }) => status === 'default');
};

/** What an operation answers when all is well. */
export function readAnswer(operation: DocumentNode, method: string, reader: Reader): ResponseModel {
  const responses = readResponses(operation);
  const successes = successesOf(responses);
  if (method === 'HEAD') return withoutBody('none');
  if (successes.length > 0) return answerOf(successes, reader);
  // fetch follows a redirect, most often to a file.
  if (!responses.some(({ status }) => REDIRECT.test(status)))
    reader.warnings.add(
      'no-success',
      operation.pointer,
      'no 2xx response is described, so data is a Blob: add one',
    );
  return withoutBody('blob');
}

/** What an operation answers when something is wrong: statuses first, then ranges, then the rest. */
export function readFailures(operation: DocumentNode): Failures {
  const failures = readResponses(operation).filter(
    ({ status }) => FAILURE.test(status) || status === 'default',
  );
  const media = failures.flatMap((each) => each.media);
  // One reader reads them all, so texts beside JSON are read as that.
  const reading = media.length > 0 && media.every(({ kind }) => kind === 'text') ? 'text' : 'json';
  const list = failures.map(({ status, media }): Failure => {
    const schemas = reading === 'json' ? schemasOf(media) : [];
    const other = reading === 'text' && media.length > 0 ? 'text' : 'unknown';
    const body = schemas.length > 0 ? 'json' : other;
    return { status: status === 'default' ? status : status.toUpperCase(), body, schemas };
  });
  return { reading, list };
}
