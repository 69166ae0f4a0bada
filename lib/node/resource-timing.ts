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

/**
 * When what happened to a call, for the `PerformanceResourceTiming` entry that fetch makes of each. What is public
 * here the entry reads by these names, when somebody reads it.
 */
export class ResourceTiming {
  readonly #url: string;
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
   * Makes the entry, once and where the runtime has them: the body is read.
   *
   * @param encoded Bytes as they came.
   * @param decoded Bytes as they were read.
   */
  mark(status: number, encoded: number, decoded: number): void {
    const marker = performance as unknown as Marker;
    if (this.endTime > 0 || !marker.markResourceTiming) return;
    this.endTime = performance.now();
    this.encodedBodySize = encoded;
    this.decodedBodySize = decoded;
    marker.markResourceTiming(this, this.#url, 'fetch', globalThis, '', '', status);
  }
}
