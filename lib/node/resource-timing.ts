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

/** Maximum number of calls that wait for their entries, and the longest wait in milliseconds. */
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
 * Creates the entry later, in a batch with other calls. If the entry buffer is full, Node dispatches an event
 * in its own turn of the event loop for each new entry.
 */
const makeSoon = (timing: ResourceTiming): void => {
  if (due.push(timing) === MOST_DUE) makeDue();
  if (isTimed) return;
  isTimed = true;
  setTimeout(makeInTime, LONGEST_DUE);
};

/** Times of a call in milliseconds, and the sizes of its body. */
interface TimingFacts {
  readonly url: string;
  readonly status: number;
  readonly began: number;
  /** Time of the last redirect; 0 without one. */
  readonly redirected: number;
  readonly answered: number;
  /** Received bytes. */
  readonly encoded: number;
  /** Decoded bytes. */
  readonly decoded: number;
}

/** Timing of a call under the names that a performance entry reads on access. */
class ResourceTiming {
  readonly #url: string;
  readonly #status: number;
  readonly startTime: number;
  readonly redirectEndTime: number;
  readonly finalNetworkResponseStartTime: number;
  readonly encodedBodySize: number;
  readonly decodedBodySize: number;
  readonly endTime: number = performance.now();

  constructor({ url, status, began, redirected, answered, encoded, decoded }: TimingFacts) {
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

  /** Reports the connection as open from the start of the request, as fetch does. */
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

/** Creates the performance entry of a call whose body was read, if the runtime supports it. */
export const markTiming = (facts: TimingFacts): void => {
  if (marker.markResourceTiming) makeSoon(new ResourceTiming(facts));
};
