import { expectAssignable, expectError, expectType } from 'tsd';
import { type ApiConfig, createApi, defineRequest, type FetchLike, type FetchOptions } from 'homing';
import { nodeFetch } from 'homing/node';
import { type Progress, withLimit, withProgress, xhrFetch } from 'homing/transfer';

// A decorator is a fetch for a client, for the next decorator and by itself.
const fetch = withLimit({
  maxResponseSize: 10,
  fetch: withProgress({ upload: xhrFetch(), fetch: nodeFetch() }),
});
expectAssignable<NonNullable<ApiConfig['fetch']>>(fetch);
expectAssignable<FetchLike>(xhrFetch());
expectType<Promise<Response>>(fetch('https://api.example.com'));
withProgress();
withProgress({ upload: undefined, fetch: undefined });

expectError(withLimit());
expectError(withLimit({}));
expectError(withLimit({ maxResponseSize: '10' }));
expectError(withProgress({ upload: 'xhr' }));

// What they read stands among the fetch options of a client, an endpoint, a call and a fetch.
const { upload } = createApi({
  baseUrl: 'https://api.example.com',
  fetch,
  fetchOptions: { maxResponseSize: 10 },
  requests: {
    upload: defineRequest<undefined, Blob>()({
      method: 'PUT',
      path: '/x',
      fetchOptions: { maxResponseSize: undefined, onDownloadProgress: () => Promise.resolve() },
    }),
  },
});
void upload(new Blob([]), {
  fetchOptions: {
    maxResponseSize: Infinity,
    onUploadProgress: (progress) => {
      expectType<Progress>(progress);
      expectType<number>(progress.loaded);
      expectType<number | null>(progress.total);
      expectType<boolean>(progress.done);
    },
    onDownloadProgress: undefined,
  },
});
void fetch('https://api.example.com', { maxResponseSize: 5, onUploadProgress: (progress) => progress.done });

expectError<FetchOptions>({ maxResponseSize: '5' });
expectError<FetchOptions>({ onUploadProgress: 5 });
expectError<FetchOptions>({ onDownloadProgress: (progress: string) => progress });
