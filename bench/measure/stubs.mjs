const TEXT = '{"id":1}';
const TYPE = { 'content-type': 'application/json' };

/** The smallest object that all contenders accept as a Response. */
class BareResponse {
  static #headers = new Headers(TYPE);
  ok = true;
  status = 200;
  statusText = 'OK';
  type = 'default';
  headers = BareResponse.#headers;
  // ofetch reads the text only if there is a body.
  body = true;

  // ky recognizes a Response by this name.
  get [Symbol.toStringTag]() {
    return 'Response';
  }

  // up-fetch reads a clone.
  clone() {
    return this;
  }

  text() {
    return Promise.resolve(TEXT);
  }

  json() {
    return Promise.resolve(JSON.parse(TEXT));
  }
}

/** A fetch that costs almost nothing, to measure only the library. */
export const bareStub = () => Promise.resolve(new BareResponse());

/** A fetch that creates a real Response, as every real fetch does. */
export const responseStub = () => Promise.resolve(new Response(TEXT, { headers: TYPE }));

/** A fetch that follows the caller's signal with its own Request, as the platform's fetch does. */
export const followingStub = (input, init) =>
  Promise.resolve(new Request(input, init)).then(() => new Response(TEXT, { headers: TYPE }));
