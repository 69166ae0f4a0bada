import type { Result } from '../../lib/index.js';
import { COPY_HEADERS } from './clients.js';
import type { Echo } from './echo.js';
import type { CallPlan, EndpointPlan } from './plans.js';
import type { Report } from './report.js';
import { anywhere, inCall } from './traits.js';

interface Home {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  readonly result?: Result<unknown>;
  /** As it was when it came home. */
  readonly echo?: Echo | undefined;
}

const authorizationIn = (headers: object | undefined): string | undefined =>
  Object.entries(headers ?? {}).find(
    ([name, value]) => name.toLowerCase() === 'authorization' && value !== null,
  )?.[1] as string | undefined;

/** The `id` that a request was about, wherever it stood. */
const idIn = ({ url, body }: Echo, { path }: EndpointPlan): string | undefined => {
  const { pathname, searchParams } = new URL(url, 'https://page.example');
  if (path === '/items/:id') return pathname.split('/').at(-1);
  if (path !== '/items') return undefined;
  if (body === null) return searchParams.get('id') ?? undefined;
  return String((JSON.parse(body) as { id?: unknown }).id);
};

/** The same of a GraphQL request: params are its variables. */
const idInVariables = ({ body }: Echo): string =>
  String((JSON.parse(String(body)) as { variables: { id?: unknown } }).variables.id);

/** Nobody gets what was answered to another user, or about another thing: not by `share`, and not by a cache. */
export const hasOwnAnswer = (home: Home, report: Report): string | undefined => {
  const { call, endpoint, result, echo } = home;
  if (inCall(report, home, 'request', 'result') || anywhere(report.scenario, 'foreign') || result!.error)
    return undefined;
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
  // A body says null for what is no number in JSON.
  if (!/^\w+$/.test(String(id)) || (typeof id === 'number' && !Number.isFinite(id))) return undefined;
  const asked = report.scenario.protocol === 'graphql' ? idInVariables(echo) : idIn(echo, endpoint);
  return asked !== undefined && asked !== String(id) ? `${String(id)} got what was for ${asked}` : undefined;
};
