import type { ParamNames, WireOfCall } from '../../core/seats.js';

/** How a page was asked for. */
export interface AskedPage {
  /** As it was sent; as far as it is known. */
  readonly url: string;
  /** What its endpoint makes of params; undefined where a function of the user stands before it. */
  readonly endpoint:
    | {
        /** Undefined where no param goes into the query. */
        readonly names: ParamNames | undefined;
        /** Undefined for params that can't become a request. */
        readonly wireOf: (params: unknown) => WireOfCall | undefined;
      }
    | undefined;
}

const NOT_KNOWN: AskedPage = { url: '', endpoint: undefined };

/** By the Result that is the page. Not on the Result itself, which is the user's to read and to compare. */
const pages = /* @__PURE__ */ new WeakMap<object, AskedPage>();

/** Keeps how a page was asked for, as long as somebody has the page. */
export const keepAskedPage = (page: object, asked: AskedPage): void => void pages.set(page, asked);

/** How a page was asked for. Safe on any page, of whatever making. */
export const askedPage = (page: object): AskedPage => pages.get(page) ?? NOT_KNOWN;
