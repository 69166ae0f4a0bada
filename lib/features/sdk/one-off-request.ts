import {
  type CallOptions,
  failure,
  InvalidInputError,
  ownDefined,
  type Result,
  shownUrl,
} from '../../core/internal.js';
import { send } from '../send/send.js';
import type { SdkRequest } from './sdk-types.js';

/** The fields of a request without a method. */
const FIELDS: Readonly<Record<keyof SdkRequest, true>> = {
  method: true,
  path: true,
  body: true,
  responseType: true,
  schema: true,
};

/** Returns the error for a field that would be ignored, and for a body that fetch can't send; else undefined. */
function requestError(request: SdkRequest): InvalidInputError | undefined {
  const field = Object.keys(request).find((name) => !Object.hasOwn(FIELDS, name));
  if (field !== undefined)
    return new InvalidInputError(
      `request got the field ${JSON.stringify(field)}: remove it, or pass it in the second argument.`,
    );
  const { method, body } = request;
  return body !== undefined && /^(get|head)$/i.test(method)
    ? new InvalidInputError(`request got a body for ${method}: pass query in the second argument instead.`)
    : undefined;
}

/**
 * Sends a request without a method. A field that isn't one of the request, or a body that fetch can't send, causes a
 * `'network'` error, and nothing is sent.
 */
export function sendOneOff(
  client: object,
  given: SdkRequest,
  options: CallOptions | undefined,
): Promise<Result<unknown>> {
  const request = ownDefined(given) as SdkRequest;
  const { method, path, body, responseType, schema } = request;
  const problem = requestError(request);
  if (problem) {
    // Plain JavaScript can omit the path.
    const { path: sent = '' } = ownDefined(given);
    const shown = shownUrl(sent);
    const names = { path: shown, urlTemplate: shown, method, url: shown };
    const again = (): Promise<Result<never>> => sendOneOff(client, given, options) as Promise<Result<never>>;
    return Promise.resolve(failure('network', problem, body, again, names, names));
  }
  const bodyAs = body === undefined ? 'query' : 'body';
  return send(client, { method, url: path, bodyAs, responseType, schema }, body, options);
}
