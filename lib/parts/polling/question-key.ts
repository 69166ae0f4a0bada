import { BY_VALUE, contentKey, hasOnlyContent, type Manner, unkeyed, wireContent } from '../../keys.js';
import { hasWindow } from '../../core/platform/window.js';
import type { CallOptions } from '../../core/settings/call-options.js';
import type { Asked } from './hand-written.js';

/** For what may be told apart by nothing but its content. */
const onlyContent = (value: object): undefined => {
  if (!hasOnlyContent(value)) throw unkeyed('an instance');
};

/** Options, which are no JSON. */
const AS_GIVEN: Manner = { exact: true, asJson: false, identityOf: onlyContent };

/** What goes on the wire: a strategy may send two params of equal content as different texts. */
const wireOf = (asked: Asked, params: unknown, options: CallOptions): unknown => {
  const { wire } = asked.prepare(params, options);
  // Of what is refused nothing goes there.
  if (!wire) return undefined;
  const { url, body, isJson = false, contentType } = wire;
  return wireContent({ url, body, isJson, contentType: contentType ?? undefined });
};

/** What is asked, as text; a key of its own for what can't be compared, or must not be shared. */
export function questionKey(asked: Asked, params: unknown, callOptions: CallOptions): string | symbol {
  const { headers, ...options } = callOptions;
  const { middleware, skipMiddleware } = options;
  try {
    // On a server, polls of different users must not meet. Two plugins may well look the same, and be two users'.
    if (hasWindow() && !middleware && !skipMiddleware)
      return JSON.stringify([
        asked.pollScope,
        contentKey(params, asked.manner ?? BY_VALUE),
        contentKey(wireOf(asked, params, callOptions)),
        contentKey(headers, AS_GIVEN),
        contentKey(options, AS_GIVEN),
      ]);
  } catch {
    // A FormData, a Headers or an agent, say: its content can't be read, or not at once, or is not all there is to it.
  }
  return Symbol();
}
