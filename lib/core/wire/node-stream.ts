import { describeType } from '../platform/describe-type.js';
import { hasMethods } from '../platform/has-methods.js';
import { Refusal } from '../result/refusal.js';

/** A stream of Node, or of a package that is made like those, as far as a body needs it. */
export interface NodeStream {
  readonly destroyed?: unknown;
  readonly readableEnded?: unknown;
  on(event: string, listener: () => void): unknown;
  removeListener(event: string, listener: () => void): unknown;
  pipe(to: unknown): unknown;
  destroy(): unknown;
}

/** Whether the object is such a stream: a `destroy` alone may do anything, a row of a database delete itself. */
export const isNodeStream = (value: object): value is NodeStream =>
  hasMethods(value, 'on', 'removeListener', 'pipe', 'destroy');

const ignore = (): void => undefined;

/**
 * Takes a stream over. Who reads it later hears of an error that comes before that; without a listener it would end the
 * process. Throws a Refusal for a stream that has nothing to give any more.
 */
export function holdStream(stream: NodeStream): void {
  if (stream.destroyed === true || stream.readableEnded === true)
    throw new Refusal(
      `The body is ${describeType(stream)} that was read to its end or destroyed: pass a new one.`,
    );
  const letGo = (): void => {
    stream.removeListener('error', ignore);
    stream.removeListener('close', letGo);
  };
  stream.on('error', ignore);
  stream.on('close', letGo);
}
