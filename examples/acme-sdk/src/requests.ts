// homing 5.3.1: Acme 1.0.0
/* eslint-disable */
import { Request as HomingRequest } from 'homing';
import { places, plainPlaces } from 'homing/openapi';
import { cursorPages, type PagesAt } from 'homing/pagination';

/** The servers of the document, for `baseUrl`. */
export type BaseUrl = 'https://api.acme.example/v1' | 'https://sandbox.acme.example/v1';

/** For `headers` or `withHeaders`. The comment of each endpoint says what it needs of these. */
export type SecurityHeaders = {
  /** apiKey */
  Authorization?: `Bearer ${string}`;
  /** partnerKey */
  'X-Partner-Key'?: string;
};

export type CancelOrderParams = {
  orderId: string;
};

/**
 * `POST /orders/{orderId}/cancel`: Cancels an order.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const cancelOrder = /* @__PURE__ */ new HomingRequest<CancelOrderParams, Order, { default: Problem }>({ method: 'POST', path: '/orders/{orderId}/cancel' });

export type CreateOrderParams = {
  /** Acme does the work once for all requests with the same key. */
  'Idempotency-Key'?: string;
  body: NewOrder;
};

/**
 * `POST /orders`: Creates an order.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const createOrder = /* @__PURE__ */ new HomingRequest<CreateOrderParams, Order, { default: Problem }>({ method: 'POST', path: '/orders', place: /* @__PURE__ */ plainPlaces({ 'Idempotency-Key': 'header', body: 'body' }) });

export type DeleteFileParams = {
  fileId: string;
};

/**
 * `DELETE /files/{fileId}`: Deletes a file.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const deleteFile = /* @__PURE__ */ new HomingRequest<DeleteFileParams, undefined, { default: Problem }>({ method: 'DELETE', path: '/files/{fileId}', responseType: 'none' });

export type DeleteOrderParams = {
  orderId: string;
};

/**
 * `DELETE /orders/{orderId}`: Deletes a canceled order.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const deleteOrder = /* @__PURE__ */ new HomingRequest<DeleteOrderParams, undefined, { default: Problem }>({ method: 'DELETE', path: '/orders/{orderId}', responseType: 'none' });

export type DownloadFileParams = {
  fileId: string;
};

/**
 * `GET /files/{fileId}/content`: Returns the bytes of a file.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const downloadFile = /* @__PURE__ */ new HomingRequest<DownloadFileParams, globalThis.Blob, { default: Problem }>({ method: 'GET', path: '/files/{fileId}/content', responseType: 'blob', errorType: 'json' });

export type ExportInvoicesParams = {
  year: number;
};

/**
 * `GET /invoices/export`: Returns all invoices of a year as CSV.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const exportInvoices = /* @__PURE__ */ new HomingRequest<ExportInvoicesParams, string, { default: Problem }>({ method: 'GET', path: '/invoices/export', responseType: 'text', errorType: 'json' });

export type GetInvoiceParams = {
  invoiceId: string;
};

/**
 * `GET /invoices/{invoiceId}`: Returns an invoice.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const getInvoice = /* @__PURE__ */ new HomingRequest<GetInvoiceParams, Invoice, { default: Problem }>({ method: 'GET', path: '/invoices/{invoiceId}' });

export type GetOrderParams = {
  orderId: string;
};

/**
 * `GET /orders/{orderId}`: Returns an order.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const getOrder = /* @__PURE__ */ new HomingRequest<GetOrderParams, Order, { default: Problem }>({ method: 'GET', path: '/orders/{orderId}' });

export type ListInvoicesParams = {
  status?: 'open' | 'paid';
  /** Where the page starts. */
  cursor?: string;
  /** Maximum number of items in a page. */
  limit?: number;
};

/**
 * `GET /invoices`: Lists the invoices, newest first.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const listInvoices = /* @__PURE__ */ new HomingRequest<ListInvoicesParams, InvoicePage, { default: Problem }, unknown, PagesAt<'data'>>({ method: 'GET', path: '/invoices', pages: /* @__PURE__ */ cursorPages({ param: 'cursor', next: 'next', items: 'data' }) });

export type ListOrdersParams = {
  status?: OrderStatus;
  /** Where the page starts. */
  cursor?: string;
  /** Maximum number of items in a page. */
  limit?: number;
};

/**
 * `GET /orders`: Lists the orders, newest first.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const listOrders = /* @__PURE__ */ new HomingRequest<ListOrdersParams, OrderPage, { default: Problem }, unknown, PagesAt<'data'>>({ method: 'GET', path: '/orders', pages: /* @__PURE__ */ cursorPages({ param: 'cursor', next: 'next', items: 'data' }) });

export type UpdateOrderParams = {
  orderId: string;
  body: OrderChanges;
};

/**
 * `PATCH /orders/{orderId}`: Changes an order that isn't paid yet.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const updateOrder = /* @__PURE__ */ new HomingRequest<UpdateOrderParams, Order, { default: Problem }>({ method: 'PATCH', path: '/orders/{orderId}', place: /* @__PURE__ */ plainPlaces({ body: 'body' }) });

export type UploadFileParams = {
  body: {
    file: globalThis.Blob;
    /** A text for people. */
    note?: string;
  } | globalThis.FormData;
};

/**
 * `POST /files`: Uploads a file.
 *
 * Needs apiKey, or apiKey and partnerKey
 */
export const uploadFile = /* @__PURE__ */ new HomingRequest<UploadFileParams, File, { default: Problem }>({ method: 'POST', path: '/files', place: /* @__PURE__ */ places({ body: 'multipart' }) });

export type File = {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
};

export type Invoice = {
  id: string;
  status: 'open' | 'paid';
  /** In cents. */
  total: number;
};

export type InvoiceOverdue = { invoice: Invoice; type: 'invoice.overdue' };

export type InvoicePage = {
  data: Invoice[];
  /** Cursor of the next page. Missing on the last page. */
  next?: string;
};

export type NewOrder = {
  note?: string;
  /** In cents. */
  total: number;
};

export type Order = {
  id: string;
  note?: string;
  status: OrderStatus;
  /** In cents. */
  total: number;
};

export type OrderChanges = {
  note?: string;
  /** In cents. */
  total?: number;
};

export type OrderPage = {
  data: Order[];
  /** Cursor of the next page. Missing on the last page. */
  next?: string;
};

export type OrderPaid = { order: Order; type: 'order.paid' };

export type OrderStatus = 'open' | 'paid' | 'canceled';

export type Problem = {
  code?: string;
  title: string;
};
