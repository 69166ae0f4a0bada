import { withoutUser } from '../platform/without-user.js';

/** A fragment is never sent, and a URL parser drops tabs and line ends wherever they stand: `/\t/host` names a host. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const NEVER_SENT = /[#\0-\x1F\x7F]/;

/** Why a URL, or a part of one, can't be sent; undefined when it can. */
export function urlProblem(name: string, url: string): string | undefined {
  const [found] = NEVER_SENT.exec(url) ?? [];
  if (found === undefined) return undefined;
  // Without user, password and query, which may hold a key: the sentence gets logged.
  const shown = JSON.stringify(withoutUser(url).replace(/\?[^#]*/, '?…'));
  return `The ${name} ${shown} has ${JSON.stringify(found)}, which is never sent: take it out, or percent-encode it.`;
}
