// Reads environment variables and the name of the runtime.

import { ownValue } from '../../core/internal.js';

interface Runtime {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: Readonly<Record<string, string | undefined>>;
  };
  readonly Deno?: {
    readonly env?: { get(name: string): string | undefined };
    readonly version?: { readonly deno?: string };
  };
  readonly window?: unknown;
  readonly document?: { readonly createElement?: unknown };
  readonly importScripts?: unknown;
  readonly navigator?: { readonly userAgent?: string };
}

const runtime = globalThis as Runtime;

/** Returns a variable of the environment without white space around it; undefined if it is missing or empty. */
export function readEnvironment(name: string): string | undefined {
  try {
    const value = ownValue(runtime.process?.env ?? {}, name) ?? runtime.Deno?.env?.get(name);
    return value?.trim() || undefined;
  } catch {
    // Deno throws without the permission to read it.
    return undefined;
  }
}

/** Returns the runtime, such as `node/20`; `''` for an unknown one. */
function runtimeName(): string {
  const { Deno, process, navigator } = runtime;
  const versions = process?.versions ?? {};
  const found = [
    ['deno', Deno?.version?.deno],
    ['bun', versions['bun']],
    ['node', versions['node']],
  ].find(([, version]) => version !== undefined);
  if (found) return `${found[0]}/${found[1]?.split('.')[0]}`;
  return navigator?.userAgent === 'Cloudflare-Workers' ? 'workerd' : '';
}

/** Returns whether the program runs in a page or a worker of a browser, whose users can read its secrets. */
export function isBrowser(): boolean {
  const { window, document, importScripts } = runtime;
  const isPage = window !== undefined && typeof document?.createElement === 'function';
  return isPage || (typeof importScripts === 'function' && runtimeName() === '');
}

/** Returns the `User-Agent` of an SDK, such as `acme-sdk/1.2.3 (node/20)`; undefined in browsers, which set their own. */
export function userAgentOf(name: string, version: string): string | undefined {
  if (isBrowser()) return undefined;
  const where = runtimeName();
  return `${name.replace('@', '').replace('/', '-')}/${version}${where && ` (${where})`}`;
}
