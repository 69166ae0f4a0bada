// The capabilities of the core, each with the functions that only it needs. Its cost is what the smallest
// program saves if their bodies are empty. The real cost is slightly higher, because calls and fields remain.
// Costs don't add up, because a function that two capabilities need counts for neither.
import { bodiesIn, bundleWith, withoutBodies, withoutSentences } from './leave-out.mjs';

const CAPABILITIES = {
  'deadlines and signals, also when middleware is stuck': {
    'call/deadline-guard': 'all',
    'platform/time': 'onAbort runTasks abortBy abortWith interruptionBy readTimeout ticks',
    'platform/errors': '"new AbortError" "new TimeoutError" isDeadline',
    'call/attempt': 'Attempt.#under Attempt.#finish',
    'call/call': 'Call.keep Call.#letGo Call.#release Call.remaining',
  },
  'a pause of the attempt timeout in a queue': {
    'call/deadline-guard': 'AttemptGuard.pause',
    'call/share-registry': 'SharedRequest.pause',
    'call/outgoing-request': 'OutgoingRequest.pauseAttempt',
  },
  middleware: {
    'call/middleware-pipeline': 'MiddlewarePipeline.run MiddlewarePipeline.#failed narrowed noteInterruption',
    'result/result': 'asResult asError',
    'call/outgoing-request':
      'OutgoingRequest.clone OutgoingRequest.getHeader OutgoingRequest.setHeader OutgoingRequest.onSend OutgoingRequest.hasJsonBody OutgoingRequest.bodyReusable OutgoingRequest.idempotent',
    'http/headers': 'isKey',
    'call/call': 'Call.once Call.onEnd',
  },
  'share: one request for identical calls in flight': {
    'call/share-registry':
      '"new SharedRequest" SharedRequest.interruption SharedRequest.join SharedRequest.pause read ShareRegistry.shared',
    'call/attempt-log': 'AttemptLog.isFirstReport',
    'call/request-key': 'shareKey bodyText isComparable comparedHeaders',
    'call/attempt': 'Attempt.#join Attempt.#noteShared',
    'call/endpoint': 'Endpoint.sharers',
    'http/headers': 'isTracingHeader',
  },
  'dedupe: a newer call ends an older one': {
    'call/share-registry': 'ShareRegistry.takePlace ShareRegistry.leavePlace',
    'call/request-key': 'valueText byName',
    'call/endpoint': 'Endpoint.dedupeScope',
    'call/call': 'Call.#takePlace',
  },
  'copies of a client: with, withHeaders': {
    'client/api-client': 'Client.with Client.withHeaders Client.[COPY]',
    'call/request-key': 'scopeOf valueText byName',
  },
  'options in levels, and their errors': {
    'call/settings': 'readSettings mergeRecords mergeSettings',
    'http/headers': 'readHeaders readHeader',
  },
  'log: true': { 'call/log': 'all' },
  'observers, and streams that stay open': {
    'call/call': 'Call.note Call.successor Call.leave Call.over',
    'call/outgoing-request': 'OutgoingRequest.note',
  },
  'a path with params': {
    'http/url-builder': 'all',
  },
  'params: fields, bodies, the query': {
    'http/params': 'fieldsOfMap refuseForeign fieldsOf fieldsWithout',
    'http/query': 'queryString encode percentEncoded',
  },
  '`query` of every level': {
    'http/params': 'namedFields',
    'http/query': 'levelQuery nameIn withQuery',
  },
  'functions for baseUrl and headers': { 'call/late-options': 'all', 'call/call': 'Call.#resolveOptions' },
  serializeQuery: { 'http/query': 'serializedQuery' },
  'schemas of params': { 'http/response-decoder': 'convertParams' },
  'onInvalid: report': { 'http/response-decoder': 'validateData', 'call/call': 'Call.onInvalid' },
  'iterated bodies, and streams that are not sent': {
    'http/body-encoder': 'iteratedStream bytesOf lockStream assertStreamUnused cancelUnsent',
    'call/send': 'writesStreamsAsText',
    'platform/time': 'nextTurn',
  },
  'JSON: circular data, empty bodies, custom functions': { 'http/json': 'all' },
  'errors for unusable response bodies': {
    'http/response-decoder': 'noneOf unreadBody unusable formOf',
  },
  'schemas of data': {
    'http/response-decoder': 'validate validateData describeIssues',
    'result/api-error': 'issuePaths pathOf',
  },
  'errors: schemas of error bodies': { 'http/response-decoder': 'readSchemas schemaFor' },
  'messages of thrown errors, without secrets': {
    'result/error-text': 'all',
    'result/api-error': 'outcomeOf because',
    'platform/errors': 'markSafeText safeTextOf',
  },
  'errors for logs and the console': {
    'result/api-error': 'ApiError.toJSON inspected fitForJson shortText issuePaths pathOf',
    'result/error-text': 'causesOf',
  },
  'checks of createApi': {
    'client/rest': 'readRequest',
    'call/client-core': 'checked',
  },
  'Request.with': { 'request/request': 'Request.with mergeConfigs' },
};

const textsOf = (places) =>
  Object.fromEntries(
    Object.entries(places).map(([name, wanted]) => {
      const path = `lib/core/${name}.ts`;
      const bodies = bodiesIn(path);
      const names = wanted.match(/"[^"]+"|\S+/g).map((each) => each.replaceAll('"', ''));
      const missing = names.filter((each) => each !== 'all' && !bodies.some((body) => body.name === each));
      if (missing.length > 0)
        throw new Error(`${path} has no ${missing.join(', ')}: fix scripts/capabilities.mjs.`);
      const chosen = wanted === 'all' ? bodies : bodies.filter((body) => names.includes(body.name));
      return [path, withoutBodies(path, chosen)];
    }),
  );

/** Returns the bytes after gzip that are saved without each capability, the largest first. */
export const capabilityBytes = async () => {
  const whole = await bundleWith();
  const rows = Object.entries(CAPABILITIES).map(async ([name, places]) => ({
    name,
    saved: whole.gzip - (await bundleWith(textsOf(places))).gzip,
  }));
  const silent = Object.fromEntries(whole.modules.map(({ path }) => [path, withoutSentences(path)]));
  const sentences = { name: 'all sentences', saved: whole.gzip - (await bundleWith(silent)).gzip };
  return [sentences, ...(await Promise.all(rows))].sort((a, b) => b.saved - a.saved);
};
