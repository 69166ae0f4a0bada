// Generates the types of an operation with openapi-typescript.
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const MARK = 'type:';

/** A schema whose format contains its generated type. */
const transform = ({ format = '' }) =>
  String(format).startsWith(MARK) ? ts.factory.createTypeReferenceNode(format.slice(MARK.length)) : undefined;

export const theirTypes = async (part) => astToString(await openapiTS(part, { silent: true, transform }));
