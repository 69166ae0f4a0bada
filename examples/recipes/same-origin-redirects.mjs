/**
 * A middleware that follows redirects only within the origin of the call. The headers and the body of the call, which
 * can contain secrets, are never sent to another server. A redirect to another origin returns an `'http'` error with
 * the status and the `Location` of the redirect.
 *
 * For Node, Bun, Deno and workers. A browser doesn't show redirect responses to a page. There, every redirect returns
 * an `'http'` error with status 0.
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

/** Whether the redirect changes the method to GET, as in fetch: a 303 except after HEAD, a 301 or 302 after POST. */
const becomesGet = (status, method) =>
  (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');
