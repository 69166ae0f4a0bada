import type { ResponseHead } from './response-head.js';

/** What a response is, without its body: where it came from and how it begins. */
export interface Answer extends ResponseHead {
  readonly url: string;
  readonly redirected: boolean;
  readonly type: ResponseType;
}
