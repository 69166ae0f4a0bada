/**
 * A middleware that follows redirects on the origin that the call was sent to, and no further: the headers of a call,
 * secrets of any name among them, and its body stay with the server that they are meant for. A redirect to another
 * origin comes home as what it is, an `'http'` error with its status and `Location`.
 *
 * For Node, Bun, Deno and workers. A browser doesn't show a redirect to its page: there, any redirect comes home as
 * an `'http'` error of status 0.
 *
 * @type {import('homing').Middleware}
 */
export const sameOriginRedirects = async ({ request }, next) => {
  request.fetchOptions = { ...request.fetchOptions, redirect: 'manual' };
  for (let followed = 0; ; followed += 1) {
    const result = await next();
    const target = sameOriginTarget(result.response, request.url);
    if (!target || followed === MOST) return result;
    request.url = target;
    if (becomesGet(result.response.status, request.method)) {
      request.method = 'GET';
      request.body = null;
      request.headers.delete('content-type');
    }
  }
};

const MOST = 20;
const REDIRECTS = [301, 302, 303, 307, 308];

const sameOriginTarget = (response, url) => {
  const location = REDIRECTS.includes(response?.status) ? response.headers.get('location') : null;
  if (location === null || !URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  return target.origin === new URL(url).origin ? target.href : undefined;
};

/** As fetch does it: a 303 always but for HEAD, a 301 and a 302 after a POST. */
const becomesGet = (status, method) =>
  (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');
