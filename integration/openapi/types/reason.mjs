// What the reasons are made of.

/** Whose choice it is that the types differ. */
export const HOMING = 'homing';
export const OPENAPI_TYPESCRIPT = 'openapi-typescript';
export const FAULT = 'a fault of homing';

/** A schema whose type is written like this: see `transform` in theirs.mjs. */
export const as = (type) => ({ type: 'string', format: `type:${type}` });

export const UNKNOWN = {};

/** The operation that a part of a document has. */
export const operationIn = (part) => Object.values(Object.values(part.paths)[0])[0];

/** What the bodies of the operation and of its answers may be, by content type. */
export const mediaOf = (part) => {
  const { requestBody, responses } = operationIn(part);
  return [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {}));
};
