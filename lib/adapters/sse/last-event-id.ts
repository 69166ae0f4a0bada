/** The longest id that is sent, in bytes: servers refuse headers of any length. */
const MAX_BYTES = 8192;

/** What no header may have in it. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSENDABLE = /[\0-\b\n-\u001f\u007f]/;

/** The id as the value of `Last-Event-ID`: its UTF-8 bytes, a character each. `''` where there is none to send. */
export function lastEventIdHeader(id: string): string {
  const bytes = new TextEncoder().encode(id);
  if (bytes.length > MAX_BYTES || UNSENDABLE.test(id)) return '';
  return String.fromCharCode(...bytes);
}
