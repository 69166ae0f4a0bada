import { givenOptions, isObject, InvalidInputError } from '../../core/internal.js';
import type { Inspector } from '../../features/inspect/inspector.js';
import { pageScripts } from './page-scripts.js';
import { PageServer } from './page-server.js';

declare global {
  interface SymbolConstructor {
    /** Symbol of the method that `await using` calls. */
    readonly asyncDispose: unique symbol;
  }
}

/** Options of `serveInspector`. */
export interface InspectorServerOptions {
  /**
   * Port on 127.0.0.1, from 0 to 65535; 0 selects a free port. Rejects for an invalid port and for a port in
   * use.
   *
   * @default 0
   */
  port?: number | undefined;
  /**
   * Whether to serve the page if `NODE_ENV` is `production`. If false, `serveInspector` rejects there. Any
   * other value is treated as truthy or falsy.
   *
   * @default false
   */
  force?: boolean | undefined;
}

/** A page that shows the calls of an inspector. Created by `serveInspector`. */
export interface InspectorServer {
  /**
   * URL of the page. It contains a token that changes at each start. Anyone with the URL can read the calls.
   */
  readonly url: string;
  /** Stops the server and closes the connections of its pages. */
  close(): Promise<void>;
  /** Stops the server, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Returns the environment variables; an empty object in a runtime without them. */
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
 * Serves the panel of an inspector as a page on 127.0.0.1, for a program without a page. Only requests with
 * the token in the URL are accepted. The page shows calls as they happen. The server keeps the process alive
 * until it is closed.
 *
 * @param seen The return value of `inspector`.
 * @returns A promise. Rejects if `seen` is not an inspector, if the port is not available, and under
 * `NODE_ENV=production` without `force`.
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
