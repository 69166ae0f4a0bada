import { givenOptions, isObject, InvalidInputError } from '../../core/internal.js';
import type { Inspector } from '../../features/inspect/inspector.js';
import { pageScripts } from './page-scripts.js';
import { PageServer } from './page-server.js';

declare global {
  interface SymbolConstructor {
    /** What `await using` calls. */
    readonly asyncDispose: unique symbol;
  }
}

/** Options of `serveInspector`. */
export interface InspectorServerOptions {
  /** On which port of 127.0.0.1. Default 0: any that is free. What is no port, and one that is taken, rejects. */
  port?: number | undefined;
  /**
   * Whether it is served although `NODE_ENV` is `production`. Default false: then it rejects. Any other value counts as it
   * does in a condition.
   */
  force?: boolean | undefined;
}

/** A page that shows what an inspector keeps. Made by `serveInspector`. */
export interface InspectorServer {
  /** Where it is, with the token that lets a browser in: whoever has it reads the calls. Another one at each start. */
  readonly url: string;
  /** Ends the server and the connections of its pages. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The variables of the environment, where there are some. */
const environment = (): { readonly NODE_ENV?: string | undefined } =>
  (globalThis as { process?: { env?: { NODE_ENV?: string } } }).process?.env ?? {};

async function scripts(): Promise<ReadonlyMap<string, string>> {
  try {
    return await pageScripts();
  } catch (cause) {
    throw new Error(
      "serveInspector can't find the files of its page. If your code is bundled, exclude homing/inspect/server from the bundle.",
      { cause },
    );
  }
}

/**
 * Serves the panel of an inspector as a page, for a program without one: on 127.0.0.1, to whoever has its URL. It shows
 * the calls as they happen, and keeps the process alive until it is closed.
 *
 * @param seen What `inspector` gave.
 * @returns A promise; rejects for what is no inspector, for a port that can't be had, and under `NODE_ENV=production`
 *   without `force`.
 */
export async function serveInspector(
  seen: Inspector,
  options: InspectorServerOptions = {},
): Promise<InspectorServer> {
  const { port = 0, force = false } = givenOptions(options);
  if (!isObject(seen) || typeof seen.subscribe !== 'function')
    throw InvalidInputError.ofOption('serveInspector source', seen, 'inspector()');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidInputError(`serveInspector: port is ${port}: pass one from 0 to 65535.`);
  if (environment().NODE_ENV === 'production' && !force)
    throw new Error(
      'serveInspector shows all calls, but NODE_ENV is production: pass force: true to allow it.',
    );
  const server = new PageServer(seen, await scripts());
  try {
    await server.listen(port);
  } catch (cause) {
    throw new Error(`serveInspector can't use port ${port}: pass another, or none.`, {
      cause,
    });
  }
  return {
    url: server.url,
    close: () => server.close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
