import type { ResponseType } from '../wire/body-readers.js';
import type { HttpMethod } from './request-config.js';

/** Every default of the options, in one place. */
export const DEFAULTS: {
  readonly responseType: ResponseType;
  readonly timeout: number;
  readonly queryMethods: readonly HttpMethod[];
} = Object.freeze({
  responseType: 'json',
  /** 0: no deadline. */
  timeout: 0,
  /** Methods whose params go in the query unless `bodyAs` says otherwise. */
  queryMethods: ['GET', 'DELETE', 'HEAD', 'OPTIONS'] satisfies HttpMethod[],
});
