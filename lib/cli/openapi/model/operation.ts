import type { DocumentNode } from '../document/json-document.js';
import type { MediaType } from './media-type.js';
import type { Passed } from './part.js';

/** Where a parameter goes. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** What a value of a parameter may be, as far as its place has to know. */
export type ParameterShape = 'scalar' | 'array' | 'object';

/** How a value is written. */
export interface Spelling {
  /** `form`, `deepObject` and so on. */
  readonly style: string;
  readonly explode: boolean;
  readonly shape: ParameterShape;
  /** Sent as JSON text. */
  readonly isJson: boolean;
}

/** One parameter of an operation, as one field of its params. */
export interface Parameter extends Spelling {
  /** Its name among the params. */
  readonly field: string;
  /** Its name on the wire. */
  readonly name: string;
  readonly place: ParameterPlace;
  /** Sent as the text that the caller made of it. */
  readonly isText: boolean;
  readonly isRequired: boolean;
  /** As it is written; missing where the document has none. */
  readonly schema: DocumentNode;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
}

/** A member of a form, and what the document says of how it is written. */
export interface BodyMember {
  readonly name: string;
  /** Undefined for that of the value. */
  readonly spelling: Spelling | undefined;
  /** What is passed for a part of a multipart body where its schema alone doesn't say it. */
  readonly passed: Passed | undefined;
  /** `image/png, image/*`: what a part of a multipart body may be; undefined for that of the value. */
  readonly contentType: string | undefined;
}

/** The body of a request, which is the field `body`. */
export interface RequestBody {
  readonly media: MediaType;
  readonly members: readonly BodyMember[];
  /** Passed as a form of the platform alone: its parts have no names. */
  readonly isWhole: boolean;
  /** What else the operation takes, by content type. */
  readonly others: readonly string[];
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

/** How the body of a success is read. */
export type Reading = 'json' | 'optionalJson' | 'text' | 'blob' | 'none';

/** What a success has. */
export interface Answer {
  readonly reading: Reading;
  /** Of the JSON, one for each status and content type; as they are written. */
  readonly schemas: readonly DocumentNode[];
  /** What to ask for, where the operation has several content types. */
  readonly accept: string | undefined;
  /** What else the operation gives, by content type. */
  readonly others: readonly string[];
  /** Nobody can say what it is. */
  readonly isUnknown: boolean;
}

/** What an error of one status has. */
export interface Failure {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  readonly body: 'json' | 'text' | 'unknown';
  /** Of the JSON; as they are written. */
  readonly schemas: readonly DocumentNode[];
}

/** How the bodies of errors are read. */
export type ErrorReading = 'json' | 'text';

/** What the errors of an operation have. */
export interface Failures {
  readonly reading: ErrorReading;
  readonly list: readonly Failure[];
}

/** One operation, as the document describes it, with nothing in it of the language that is printed. */
export interface Operation {
  /** `/paths/~1users/get` */
  readonly pointer: string;
  readonly id: string | undefined;
  /** `GET` */
  readonly method: string;
  /** As the document has it. */
  readonly template: string;
  /** As it is sent. */
  readonly path: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly answer: Answer;
  readonly failures: Failures;
  /** What it needs, in words; undefined for nothing. */
  readonly needs: string | undefined;
  /** Where it is, if not where the rest is. */
  readonly servers: readonly string[];
}
