import { setTimeout } from './node-api.js';

interface Marker {
  readonly markResourceTiming?: (
    timing: object,
    url: string,
    initiator: string,
    global: object,
    cacheMode: string,
    bodyInfo: string,
    status: number,
  ) => void;
}

const marker = performance as unknown as Marker;

/** How many calls wait for their entries at most, and how long, in milliseconds. */
const MOST_DUE = 64;
const LONGEST_DUE = 10;

let due: ResourceTiming[] = [];
let isTimed = false;

const makeDue = (): void => {
  const all = due;
  due = [];
  for (const timing of all) timing.makeEntry();
};

const makeInTime = (): void => {
  isTimed = false;
  makeDue();
};

/**
 * Has the entry made with those of other calls, a little later: each time that one is made and nobody has taken the ones
 * before, Node tells with an event of its own in a turn of its own that it keeps no more.
 */
const makeSoon = (timing: ResourceTiming): void => {
  if (due.push(timing) === MOST_DUE) makeDue();
  if (isTimed) return;
  isTimed = true;
  setTimeout(makeInTime, LONGEST_DUE);
};

/** When what happened to a call, in milliseconds, and what came. */
interface CallFacts {
  readonly url: string;
  readonly status: number;
  readonly began: number;
  /** When its last redirect came; 0 without one. */
  readonly redirected: number;
  readonly answered: number;
  /** Bytes as they came. */
  readonly encoded: number;
  /** Bytes as they were read. */
  readonly decoded: number;
}

/** The facts by the names by which an entry reads them, when somebody reads it. */
class ResourceTiming {
  readonly #url: string;
  readonly #status: number;
  readonly startTime: number;
  readonly redirectEndTime: number;
  readonly finalNetworkResponseStartTime: number;
  readonly encodedBodySize: number;
  readonly decodedBodySize: number;
  readonly endTime: number = performance.now();

  constructor({ url, status, began, redirected, answered, encoded, decoded }: CallFacts) {
    this.#url = url;
    this.#status = status;
    this.startTime = began;
    this.redirectEndTime = redirected;
    this.finalNetworkResponseStartTime = answered;
    this.encodedBodySize = encoded;
    this.decodedBodySize = decoded;
  }

  get redirectStartTime(): number {
    return this.redirectEndTime && this.startTime;
  }

  get postRedirectStartTime(): number {
    return this.redirectEndTime || this.startTime;
  }

  get finalServiceWorkerStartTime(): number {
    return 0;
  }

  get finalNetworkRequestStartTime(): number {
    return this.postRedirectStartTime;
  }

  /** As if the connection was there when the request began, which is how fetch tells it. */
  get finalConnectionTimingInfo(): object {
    const time = this.postRedirectStartTime;
    return {
      domainLookupStartTime: time,
      domainLookupEndTime: time,
      connectionStartTime: time,
      connectionEndTime: time,
      secureConnectionStartTime: time,
      ALPNNegotiatedProtocol: undefined,
    };
  }

  makeEntry(): void {
    marker.markResourceTiming?.(this, this.#url, 'fetch', globalThis, '', '', this.#status);
  }
}

/** Has the entry made of a call whose body was read, where the runtime has them. */
export const markTiming = (facts: CallFacts): void => {
  if (marker.markResourceTiming) makeSoon(new ResourceTiming(facts));
};
