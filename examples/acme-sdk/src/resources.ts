// homing 5.3.1: Acme 1.0.0
/* eslint-disable */
import { type ApiClient } from 'homing';
import { pages, type SdkApi, type SdkPromise, type SdkRequestOptions, type SdkPages } from 'homing/sdk';
import type * as requests from './requests.js';
import type { ExportInvoicesParams, File, Invoice, InvoicePage, ListInvoicesParams, ListOrdersParams, NewOrder, Order, OrderChanges, OrderPage, Problem, UploadFileParams } from './requests.js';

/** Options of a call. */
export interface RequestOptions extends SdkRequestOptions {}

/** A call: a promise of the data. `withResponse()` also returns the response. */
export interface AcmePromise<T> extends SdkPromise<T> {}

/** A list: a promise of its first page, and an iterable of the items of all pages. */
export interface AcmePages<TItem, TPage> extends SdkPages<TItem, TPage> {}

/** Error bodies by status, for `results`. */
export interface ResourceErrors {
  files: {
    delete: { default: Problem };
    download: { default: Problem };
    upload: { default: Problem };
  };
  invoices: {
    export: { default: Problem };
    list: { default: Problem };
    retrieve: { default: Problem };
  };
  orders: {
    cancel: { default: Problem };
    create: { default: Problem };
    delete: { default: Problem };
    list: { default: Problem };
    retrieve: { default: Problem };
    update: { default: Problem };
  };
}

/** Creates the resources over the endpoints. */
export const resources = (api: SdkApi<ApiClient<typeof requests>>) => ({
  files: {
    /** Deletes a file. */
    delete(fileId: string, options?: RequestOptions): AcmePromise<undefined> {
      return api.deleteFile({ fileId }, options);
    },
    /** Returns the bytes of a file. */
    download(fileId: string, options?: RequestOptions): AcmePromise<globalThis.Blob> {
      return api.downloadFile({ fileId }, options);
    },
    /** Uploads a file. */
    upload(body: UploadFileParams['body'], options?: RequestOptions): AcmePromise<File> {
      return api.uploadFile({ body }, options);
    },
  },
  invoices: {
    /** Returns all invoices of a year as CSV. */
    export(params: ExportInvoicesParams, options?: RequestOptions): AcmePromise<string> {
      return api.exportInvoices(params, options);
    },
    /** Lists the invoices, newest first. */
    list(params: ListInvoicesParams = {}, options?: RequestOptions): AcmePages<Invoice, InvoicePage> {
      return pages(api.listInvoices, params, options);
    },
    /** Returns an invoice. */
    retrieve(invoiceId: string, options?: RequestOptions): AcmePromise<Invoice> {
      return api.getInvoice({ invoiceId }, options);
    },
  },
  orders: {
    /** Cancels an order. */
    cancel(orderId: string, options?: RequestOptions): AcmePromise<Order> {
      return api.cancelOrder({ orderId }, options);
    },
    /** Creates an order. */
    create(body: NewOrder, options?: RequestOptions): AcmePromise<Order> {
      return api.createOrder({ body }, options);
    },
    /** Deletes a canceled order. */
    delete(orderId: string, options?: RequestOptions): AcmePromise<undefined> {
      return api.deleteOrder({ orderId }, options);
    },
    /** Lists the orders, newest first. */
    list(params: ListOrdersParams = {}, options?: RequestOptions): AcmePages<Order, OrderPage> {
      return pages(api.listOrders, params, options);
    },
    /** Returns an order. */
    retrieve(orderId: string, options?: RequestOptions): AcmePromise<Order> {
      return api.getOrder({ orderId }, options);
    },
    /** Changes an order that isn't paid yet. */
    update(orderId: string, body: OrderChanges, options?: RequestOptions): AcmePromise<Order> {
      return api.updateOrder({ orderId, body }, options);
    },
  },
});
