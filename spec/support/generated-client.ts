import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import * as valibot from 'valibot';
import * as zod from 'zod';
import * as zodMini from 'zod/mini';
import * as homing from '../../lib/index.js';
import * as codec from '../../lib/entries/codec.js';
import * as openapi from '../../lib/entries/openapi.js';
import * as pagination from '../../lib/entries/pagination.js';
import * as sdk from '../../lib/entries/sdk.js';
import * as sse from '../../lib/entries/sse.js';
import * as webhooks from '../../lib/entries/webhooks.js';
import * as stream from '../../lib/entries/stream.js';
import { generatedFrom } from './generated.js';
import { openApi } from './open-api.js';
import { type LocalServer, startServer } from './start-server.cjs';

const MODULES: Readonly<Record<string, unknown>> = {
  homing,
  'homing/codec': codec,
  'homing/openapi': openapi,
  'homing/pagination': pagination,
  'homing/sdk': sdk,
  'homing/sse': sse,
  'homing/webhooks': webhooks,
  'homing/stream': stream,
  valibot,
  zod,
  'zod/mini': zodMini,
};

/** The values that a generated file exports. `others` are the files that it imports, by name. */
export const generatedModule = (text: string, others: Readonly<Record<string, string>> = {}): object => {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(text, { compilerOptions });
  const exports = {};
  const read = (name: string): unknown => {
    const other = others[name.replace('./', '').replace(/js$/, 'ts')];
    return other === undefined ? MODULES[name] : generatedModule(other, others);
  };
  compileFunction(outputText, ['exports', 'require'])(exports, read);
  return exports;
};

/** The endpoints that a generated file exports. */
export const requestsOf = (text: string): Record<string, homing.Request<Record<string, unknown>>> =>
  generatedModule(text) as Record<string, homing.Request<Record<string, unknown>>>;

/** The received request. */
export interface Arrived {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The response. Default: JSON with null. */
export interface Reply {
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string;
}

/** A server that records its requests, and generated clients for it. */
export class GeneratedClients {
  readonly #arrived: Arrived[] = [];
  #reply: Reply = {};
  #server: LocalServer | undefined;

  async start(): Promise<void> {
    this.#server = await startServer((request, response) => void this.#answer(request, response));
  }

  close(): Promise<void> | undefined {
    return this.#server?.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    this.#arrived.push({ method, url, headers, body: await readText(request) });
    const { status = 200, contentType = 'application/json', body = 'null' } = this.#reply;
    response.writeHead(status, body ? { 'content-type': contentType } : {}).end(body);
  }

  /** Generates a client for one operation, by default `GET /things`, and calls it. */
  async call(
    operation: object,
    params: object = {},
    { method = 'get', path = '/things', reply = {} }: { method?: string; path?: string; reply?: Reply } = {},
  ): Promise<{ arrived: Arrived; result: homing.Result<unknown> }> {
    this.#reply = reply;
    this.#arrived.length = 0;
    const described = {
      responses: { 200: { description: '', content: { 'application/json': {} } } },
      ...operation,
    };
    const document = openApi({ [path]: { [method]: { operationId: 'call', ...described } } });
    const requests = requestsOf((await generatedFrom(document)).text);
    const api = homing.createApi({ baseUrl: this.#server?.url ?? '', requests: { call: requests['call']! } });
    const result = await api.call(params as Record<string, unknown>);
    const [arrived] = this.#arrived;
    if (!arrived) throw new Error('Nothing arrived.', { cause: result.error });
    return { arrived, result };
  }
}
