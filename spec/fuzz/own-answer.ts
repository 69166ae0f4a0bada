import { COPY_HEADERS } from './clients.js';
import type { Report, Run } from './report.js';
import { inCall } from './traits.js';

interface Echo {
  readonly url: string;
  readonly authorization: string | null;
}

const authorizationIn = (headers: object | undefined): string | undefined =>
  Object.entries(headers ?? {}).find(
    ([name, value]) => name.toLowerCase() === 'authorization' && value !== null,
  )?.[1] as string | undefined;

/** Nobody gets what was answered to another user, or about another thing: not by `share`, and not by a cache. */
export const hasOwnAnswer = (run: Run, report: Report): string | undefined => {
  const { call, endpoint, result } = run;
  if (inCall(report, run, 'request', 'result') || result!.error) return undefined;
  const { echo } = Object(result!.data) as { echo?: Echo };
  if (!echo) return undefined;
  const levels = [report.scenario.client.headers, COPY_HEADERS[call.copy], endpoint.headers, call.headers];
  const own =
    levels
      .map(authorizationIn)
      .filter((value) => value !== undefined)
      .at(-1) ?? null;
  if (echo.authorization !== own) return `${String(own)} got what was for ${String(echo.authorization)}`;
  if (!('fields' in call.params)) return undefined;
  const { id } = call.params.fields;
  const named =
    endpoint.path === '/items/:id' && report.scenario.protocol === 'rest' && /^\w+$/.test(String(id));
  return named && !new URL(echo.url, 'https://page.example').pathname.endsWith(`/items/${String(id)}`)
    ? `${String(id)} got what was for ${echo.url}`
    : undefined;
};
