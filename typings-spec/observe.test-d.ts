import {
  type ApiError,
  createApi,
  createGraphQL,
  type CallNote,
  type CallInitiator,
  type Result,
  type ObserverHost,
} from 'homing';
import {
  type AttemptObserver,
  type CallObserver,
  type ObservedAttempt,
  type ObservedCall,
  type ObservedRequest,
  type Observer,
  observe,
  observers,
} from 'homing/observe';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

const api = createApi({ baseUrl: '/', requests: {} });

// Observers are handed over through watch, to both kinds of client, or attached later.
expectType<ObserverHost>(observers());
expectType<ObserverHost>(observers({ call: () => undefined }, { call: () => ({}) }));
createApi({ baseUrl: '/', name: 'shop', observers: observers(), requests: {} });
createGraphQL({ endpoint: '/q', name: 'shop', observers: observers(), operations: {} });
expectType<() => void>(observe(api, { call: () => undefined }));
expectError(createApi({ baseUrl: '/', observers: { call: () => undefined }, requests: {} }));
expectError(createApi({ baseUrl: '/', name: 1, requests: {} }));
expectError(observers({}));
expectError(observe('client', { call: () => undefined }));

// Every hook but `call` may be left out, and one that returns nothing is written without a return.
expectAssignable<Observer>({
  call(call) {
    expectType<ObservedCall>(call);
  },
});
expectNotAssignable<Observer>({});
expectAssignable<CallObserver>({});
expectAssignable<AttemptObserver>({});
expectNotAssignable<CallObserver>({ end: 1 });

// What the hooks are told.
observers({
  call: ({ id, client, name, request, deadline, origin }) => {
    expectType<number>(id);
    expectType<string | undefined>(client);
    expectType<string>(name);
    expectType<ObservedRequest>(request);
    expectType<number | undefined>(deadline);
    expectType<CallInitiator | undefined>(origin);
    return {
      around: (run) => run(),
      attempt: (attempt) => {
        expectType<ObservedAttempt>(attempt);
        expectType<number>(attempt.number);
        expectType<string | undefined>(attempt.request.getHeader('a'));
        expectType<Record<string, string>>(attempt.request.headerRecord());
        // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a hook that returns nothing is a usual one
        expectType<void>(attempt.request.setHeader('a', 'b'));
        return {
          around: (send) => send(),
          joined: (leader) => expectType<number>(leader),
          response: (response) => expectType<Response>(response),
          end: (result) => expectType<Result<unknown>>(result),
        };
      },
      note: (note) => expectType<CallNote>(note),
      end: (result, stream) => {
        expectType<Result<unknown>>(result);
        expectType<ApiError | undefined>(stream?.error);
        expectType<number | undefined>(stream?.items);
      },
    };
  },
});

// An origin is told apart by its type.
const told = (origin: CallInitiator): number => {
  if (origin.type === 'retry') return origin.of;
  return origin.type === 'poll' ? origin.poll : origin.walk + origin.page;
};
expectType<number>(told({ type: 'page', walk: 1, page: 2 }));

// The request of a call is to be looked at only.
declare const request: ObservedRequest;
expectError((request.url = '/'));
expectError((request.method = 'PUT'));
