// What openapi-typescript writes of an operation.
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const MARK = 'type:';

/** A schema whose format says how its type is written. */
const transform = ({ format = '' }) =>
  String(format).startsWith(MARK) ? ts.factory.createTypeReferenceNode(format.slice(MARK.length)) : undefined;

export const theirTypes = async (part) => astToString(await openapiTS(part, { silent: true, transform }));
