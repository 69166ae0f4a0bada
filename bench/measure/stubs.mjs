const TEXT = '{"id":1}';
const TYPE = { 'content-type': 'application/json' };

/** As little of a Response as all contenders get along with. */
class BareResponse {
  static #headers = new Headers(TYPE);
  ok = true;
  status = 200;
  statusText = 'OK';
  type = 'default';
  headers = BareResponse.#headers;
  // ofetch reads no text unless there is a body.
  body = true;

  // ky takes for a Response what has the name.
  get [Symbol.toStringTag]() {
    return 'Response';
  }

  // up-fetch reads a copy.
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

/** A fetch that costs next to nothing: what is measured is the library. */
export const bareStub = () => Promise.resolve(new BareResponse());

/** A fetch that costs what the platform's own Response does, as every real one. */
export const responseStub = () => Promise.resolve(new Response(TEXT, { headers: TYPE }));

/** A fetch that follows the caller's signal as the platform's does: by a Request of its own. */
export const followingStub = (input, init) =>
  Promise.resolve(new Request(input, init)).then(() => new Response(TEXT, { headers: TYPE }));
