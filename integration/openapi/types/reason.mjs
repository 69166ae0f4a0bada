// Helper functions for the reasons.

/** The project whose design causes the difference. */
export const HOMING = 'homing';
export const OPENAPI_TYPESCRIPT = 'openapi-typescript';
export const FAULT = 'a fault of homing';

/** A schema with this generated type, see `transform` in theirs.mjs. */
export const as = (type) => ({ type: 'string', format: `type:${type}` });

export const UNKNOWN = {};

/** The operation in a part of a document. */
export const operationIn = (part) => Object.values(Object.values(part.paths)[0])[0];

/** The content types of the request body and of the responses. */
export const mediaOf = (part) => {
  const { requestBody, responses } = operationIn(part);
  return [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {}));
};
