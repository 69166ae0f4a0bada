import type { Middleware } from '../../lib/index.js';

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Follows redirects within an origin, with all headers; one that leaves it comes home as an `'http'` error. The recipe
 * of docs/security.md.
 */
export const sameOriginRedirects: Middleware = async (ctx, next) => {
  const { request } = ctx;
  request.fetchOptions.redirect = 'manual';
  for (let hops = 0; ; hops += 1) {
    const result = await next();
    const { status = 0, headers } = result.error ?? {};
    const location = REDIRECTS.includes(status) && headers?.get('location');
    if (!location || hops === 5) return result;
    const target = new URL(location, request.url);
    if (target.origin !== new URL(request.url).origin) return result;
    request.url = target.href;
    if (status === 303 || (status < 303 && request.method === 'POST')) {
      request.method = 'GET';
      request.body = null;
      request.headers.delete('content-type');
    }
  }
};
