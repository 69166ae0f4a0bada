import { InFlight } from './in-flight.js';
import { SharedRequest, type SharedRequestSettings } from './shared-request.js';

/** The shared requests in flight of one client and its copies. An entry is gone as soon as its request is over. */
export class ShareRegistry extends InFlight<SharedRequest> {
  /** The request in flight under this key; else a new one. */
  find(key: string, settings: Omit<SharedRequestSettings, 'onEnd'>): SharedRequest {
    const found = this.get(key);
    if (found) return found;
    const request: SharedRequest = new SharedRequest({
      ...settings,
      onEnd: () => this.leave(key, request),
    });
    this.set(key, request);
    return request;
  }
}
