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
 * Has the entry made with those of other calls: each time that one is made and nobody has taken the ones before, Node
 * tells with an event of its own in a turn of its own that it keeps no more.
 */
const makeSoon = (timing: ResourceTiming): void => {
  if (due.push(timing) === MOST_DUE) makeDue();
  if (isTimed) return;
  isTimed = true;
  setTimeout(makeInTime, LONGEST_DUE);
};

/**
 * When what happened to a call, for the `PerformanceResourceTiming` entry that fetch makes of each. What is public
 * here the entry reads by these names, when somebody reads it.
 */
export class ResourceTiming {
  readonly #url: string;
  #status = 0;
  readonly startTime: number = performance.now();
  postRedirectStartTime: number = this.startTime;
  finalNetworkResponseStartTime = 0;
  endTime = 0;
  encodedBodySize = 0;
  decodedBodySize = 0;

  constructor(url: string) {
    this.#url = url;
  }

  get redirectStartTime(): number {
    return this.redirectEndTime && this.startTime;
  }

  get redirectEndTime(): number {
    return this.postRedirectStartTime === this.startTime ? 0 : this.postRedirectStartTime;
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

  responded(): void {
    this.finalNetworkResponseStartTime = performance.now();
  }

  redirected(): void {
    this.postRedirectStartTime = performance.now();
  }

  /**
   * Has the entry made, once and where the runtime has them: the body is read.
   *
   * @param encoded Bytes as they came.
   * @param decoded Bytes as they were read.
   */
  mark(status: number, encoded: number, decoded: number): void {
    if (this.endTime > 0) return;
    this.endTime = performance.now();
    this.#status = status;
    this.encodedBodySize = encoded;
    this.decodedBodySize = decoded;
    makeSoon(this);
  }

  makeEntry(): void {
    const marker = performance as unknown as Marker;
    marker.markResourceTiming?.(this, this.#url, 'fetch', globalThis, '', '', this.#status);
  }
}
