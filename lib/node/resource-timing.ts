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

interface Sizes {
  /** Bytes as they came. */
  readonly encoded: number;
  /** Bytes as they were read. */
  readonly decoded: number;
}

/** The times of a connection that is kept alive: it was there when the request began, as fetch tells it. */
const connectionAt = (time: number): object => ({
  domainLookupStartTime: time,
  domainLookupEndTime: time,
  connectionStartTime: time,
  connectionEndTime: time,
  secureConnectionStartTime: time,
  ALPNNegotiatedProtocol: undefined,
});

/** When what happened to a call, for the `PerformanceResourceTiming` entry that fetch makes of each. */
export class ResourceTiming {
  readonly #url: string;
  readonly #start: number = performance.now();
  #redirectStart = 0;
  #requestStart: number = this.#start;
  #responseStart = 0;

  constructor(url: string) {
    this.#url = url;
  }

  responded(): void {
    this.#responseStart = performance.now();
  }

  redirected(): void {
    this.#redirectStart ||= this.#start;
    this.#requestStart = performance.now();
  }

  /** Makes the entry, where the runtime has them: its body is read. */
  mark(status: number, { encoded, decoded }: Sizes): void {
    const marker = performance as unknown as Marker;
    if (!marker.markResourceTiming) return;
    const timing = {
      startTime: this.#start,
      redirectStartTime: this.#redirectStart,
      redirectEndTime: this.#redirectStart && this.#requestStart,
      postRedirectStartTime: this.#requestStart,
      finalServiceWorkerStartTime: 0,
      finalNetworkRequestStartTime: this.#requestStart,
      finalNetworkResponseStartTime: this.#responseStart,
      finalConnectionTimingInfo: connectionAt(this.#requestStart),
      endTime: performance.now(),
      encodedBodySize: encoded,
      decodedBodySize: decoded,
    };
    marker.markResourceTiming(timing, this.#url, 'fetch', globalThis, '', '', status);
  }
}
