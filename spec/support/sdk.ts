import { defineRequest } from '../../lib/index.js';
import { cursorPages } from '../../lib/entries/pagination.js';
import {
  defineSdk,
  idempotencyKeys,
  pages,
  type SdkRequestOptions,
  SdkError,
  webhooks,
} from '../../lib/entries/sdk.js';

export interface Order {
  id: string;
  total: number;
}

export interface Problem {
  message: string;
}

export interface ListParams {
  status?: string;
  cursor?: string;
}

export interface AcmeEvent {
  type: 'order.paid';
  order: string;
}

const requests = {
  getOrder: defineRequest<Order, { id: string }, { 404: Problem }>()({ method: 'GET', path: '/orders/:id' }),
  listOrders: defineRequest<{ data: Order[]; next?: string }, ListParams>()({
    method: 'GET',
    path: '/orders',
    pages: cursorPages({ param: 'cursor', next: 'next', items: 'data' }),
  }),
  createOrder: defineRequest<Order, { total: number }>()({ method: 'POST', path: '/orders' }),
  updateOrder: defineRequest<Order, { id: string; total?: number }>()({
    method: 'PATCH',
    path: '/orders/:id',
  }),
  upload: defineRequest<Order, FormData>()({ method: 'POST', path: '/files' }),
  download: defineRequest<Blob>()({ method: 'GET', path: '/files', responseType: 'blob' }),
};

/** The SDK that the specs use. */
export class Acme extends defineSdk({
  name: 'acme-sdk',
  version: '1.2.3',
  env: 'ACME',
  servers: { production: 'https://api.acme.test', sandbox: 'https://sandbox.acme.test' },
  auth: { apiKey: { in: 'bearer' } },
  requests,
  idempotency: idempotencyKeys({ endpoints: ['createOrder'] }),
  webhooks: webhooks<AcmeEvent>(),
  errorName: 'AcmeError',
  errorMessage: (body: Problem) => body.message,
  resources: (api) => ({
    orders: {
      retrieve: (id: string, options?: SdkRequestOptions) => api.getOrder({ id }, options),
      list: (params: ListParams = {}, options?: SdkRequestOptions) => pages(api.listOrders, params, options),
      create: (params: { total: number }, options?: SdkRequestOptions) => api.createOrder(params, options),
      update: (id: string, params: { total?: number } = {}, options?: SdkRequestOptions) =>
        api.updateOrder({ id, ...params }, options),
    },
    files: {
      upload: (form: FormData, options?: SdkRequestOptions) => api.upload(form, options),
      download: (options?: SdkRequestOptions) => api.download({}, options),
    },
  }),
}) {}

export { SdkError as AcmeError };

/** What an SDK's client sent. */
interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: string | undefined;
}

export type Reply =
  Response | Error | ((request: SentRequest, init: RequestInit) => Response | Promise<Response>);

/** A fetch that answers with these replies, the last one again and again, and keeps what was sent. */
export function replying(...replies: readonly Reply[]) {
  const sent: SentRequest[] = [];
  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', headers, body, redirect } = init;
    const request = { url, method, headers: new Headers(headers), body, redirect };
    const reply = replies[Math.min(sent.push(request), replies.length) - 1];
    if (reply instanceof Error) throw reply;
    return typeof reply === 'function' ? reply(request, init) : (reply as Response).clone();
  };
  return { fetch: fetch as typeof globalThis.fetch, sent };
}

export const ok = (data: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(data, { headers });

export const failed = (status: number, body: unknown = {}, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });

/** Returns what a promise rejects with. */
export const thrownBy = async (call: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await call;
  } catch (thrown) {
    return thrown;
  }
  throw new Error('The call succeeded.');
};
