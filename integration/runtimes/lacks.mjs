// The cases that a runtime can't pass, with the reason. `cases` matches their names, `errors` matches their failures.
// If `cases` matches no case, the run fails.

const cases = (pattern, why) => ({ cases: pattern.source, why });
const errors = (pattern, why) => ({ errors: pattern.source, why });

const NO_ZSTD = cases(/decompressed from zstd/, 'only nodeFetch with a newer Node supports it');
/** nodeFetch with a version of Node that supports zstd. */
export const NODE_FETCH = [];

/** Features that the case itself needs. */
const TOOLS = [
  errors(/process (is not defined|doesn't exist)|'process' doesn't exist/, 'only Node has a process'),
  errors(/Property description must be|Attributes argument is not/, 'it has not what the case takes away'),
  errors(/Property `reportError` does not exist/, 'it has no reportError to watch'),
  errors(/Property `timeout` does not exist/, 'it has no AbortSignal.timeout to replace'),
];

const NO_STREAMS = cases(
  /auth-plugin\.spec.*a body that can be sent only once|bodyReusable > is false (for|once)|a stream that it has sent before|an iterable body with any fetch|late-options\.spec.*can open a stream|resilience\/(idempotency-plugin\.retries\.spec.*a stream body|policy\/.*leaves nothing on an outer signal after the stream)/,
  'it has no ReadableStream',
);

export const SERVER = [...TOOLS, NO_ZSTD];

const BYTE_ORDER_MARK = cases(
  /can start with a byte order mark|ignores a byte order mark|a string that has no byte order mark/,
  'its text() leaves the mark in, so that one of two is left',
);

export const BUN = [
  ...SERVER,
  BYTE_ORDER_MARK,
  cases(
    /show ERROR and the reason for a body that is not JSON/,
    'a Response made of text has no Content-Type',
  ),
  cases(
    /is an Error named ApiError, with its message first/,
    'a stack begins with the name of the built-in class',
  ),
  cases(
    /as multipart contains (files, strings|the exact digits)|the fields of forms and the text of XML/,
    'in a form that it parses, the types come only from file names',
  ),
];

export const DENO = [...SERVER, BYTE_ORDER_MARK];

const NO_CRYPTO = cases(
  /a store with hashKeys > (gets|serves|separates|is not filled|is never)|http-cache\/(cache-store-adapter|encryption|record-store)\.spec|contracts\/http-cache-store\.spec/,
  'it has no crypto',
);

export const BARE = [...SERVER, NO_CRYPTO];

const NO_REASON = 'up to version 0.86 its signals have no reason';
const OWN_CLASSES = 'its Blob, FormData, Headers, Request and Response lack features of the standard';

export const REACT_NATIVE = [
  ...TOOLS,
  NO_CRYPTO,
  BYTE_ORDER_MARK,
  NO_STREAMS,
  errors(/can(not| not|'t) be read as a stream|WritableStream|'?getReader'?/, 'its fetch gives no streams'),
  cases(
    /adapters\/sse\/(?!.*React Native)|reports a response that is too large, and/,
    'its fetch gives no streams',
  ),
  cases(/features\/transfer\//, 'it has no ReadableStream, and its responses have no body to count'),
  cases(
    /har\/tape\.spec|inspector\.spec.*(contains its request, response|with its kind, its status|the recorded bodies of a call|a recorded stream >)/,
    'its responses have no body to inspect next to the caller',
  ),
  cases(/platform\/(requests|responses|ends)/, 'its fetch needs the XMLHttpRequest of a device'),
  errors(/AbortError: The call was aborted/, NO_REASON),
  cases(
    /in-time\.spec.*(takes too long, and says|with the signal of the work)|anything as the reason of an abort|copy .* that was aborted before|a signal of a middleware, named TimeoutError|a middleware's signal that aborts during a wait|a reason may be anything .* passes a revoked proxy|when a middleware rejects with the reason of the signal, which is|a signal that a middleware installed|uses no response for a request that was already aborted|mockFetch with a signal .*(was aborted before|aborts while)|hedged-fetch\.spec.*(tells the others why|with its own signal|by an abort, with its reason)/,
    NO_REASON,
  ),
  cases(
    /a form that changes|a body when the path has params|which names a (FormData|Blob)$|(blob|formData) gives|(Blob|fields) as body|under formData|a rebuilt response without a body|no Set-Cookie|the sent signal and the sent form|the strings in a value > are found in a form|the same arrayBuffer to all|('(blob|formData)'|A reader of lines), as every ResponseReader|a header that is a symbol|reads the headers from a Map|a file to a path with params|reads an error body as text, a Blob, an ArrayBuffer or a form|returns null for a body that is not formData|keeps the text of a body that is not a form|sent unchanged if it is a native body|the content type of a part|that differ in anything on the wire|that is not a form$|a Blob with its type|copies a form and a buffer|an observer sets > throws in the hook|a Request of the platform: a keyed POST without a body|sent-request\.spec.*(which stays unread|the names and types of its files)|are rejected: a FormData$|decodes (for itself: another type|the response itself, with another)|when it gets a Request with an aborted|whose body was read, with another type|whose body was read and whose URL|stored-response\.spec.*(has the same properties as|, by bytes|as a Blob, once|as a stream, once|as a form by its type|no body with a)|contain the fields of a form that was sent|stored \(.*without Set-Cookie|when it is not a valid header value|for a form, which has a boundary|sent-params\.spec.*\{"body":"multipart"\}|the fields of forms and the text of XML|as multipart contains the exact digits|keeps a form readable, and/,
    OWN_CLASSES,
  ),
];

export const REACT_NATIVE_ON_NODE = [
  ...REACT_NATIVE,
  errors(/The "emitter" argument must be/, 'only signals of Node tell their listeners'),
];

export const HERMES = [
  ...REACT_NATIVE,
  cases(/adapters\/har\//, 'a tape is a file, and it has none'),
  cases(
    /http-cache\/(in-flight\.bodies\.spec|(in-flight|http-cache-plugin|storability|record-store)\.spec.*(are retried by the rule of the sender|count as not sent while|background \(rules.md#http-cache\) > receives the response|share one request|are sent separately|are not joined after|because the first call alone|leaves a newer response|newer than the stored response|too many headers|starts no validation for|first call is aborted|use no response that must not|returns the received bytes|sends tag and date|returns a new response serves|304 (forbids|has another)|stored response that allows it|serves the stale response, and|added to a header if|if the callback throws|an external store \(rules.md#http-cache\) > (is empty|is personal|of a user's private cache|can be read with)|is undefined for a response|no plain options|of a shared cache whose 304|separates responses from then on|served and removed if|separates later responses|doesn't remove the Vary header|comes from a redirect target|an older response in an external store|counts an identity that is|keeps everything in this process|fields that (no-cache|private) names|a header that was not sent)|record\.spec.*with values of other types)|late-keys\.spec.*the key of httpCacheMiddleware > contains what the functions|contracts\/http-cache-store\.spec/,
    'this version has no TextDecoder to read what is stored',
  ),
  errors(
    /Property '(Text(En|De)coder|AggregateError|atob|btoa)' doesn't exist|got no response: ReferenceError/,
    'this version has none',
  ),
  cases(
    /(of|to|by) another copy of the package|proxy( that throws)? has no brand|the query for pages that do not fit|auth\/failure-words\.spec/,
    'it knows no Symbol.hasInstance',
  ),
  cases(
    /starts again with your own pages if they aren't a generator|a page that is no Result is a 'middleware' error/,
    'it has no Symbol.asyncIterator',
  ),
  cases(
    /a Promise( as| where|$| in an array|, also in)|a place that fails .* returns a promise/,
    'a Promise has no tag, and its state is there to see',
  ),
  cases(/ignores "Sat/, 'it parses invalid dates'),
  cases(
    /(a call|an attempt) that is past its deadline|don't block the process when a middleware tries|while the thread was busy|blocks the thread until after/,
    'the clock of its host stops while the thread is busy',
  ),
  cases(/api-error\.spec.*are read-only/, 'its Object.freeze leaves properties of some objects writable'),
  cases(
    /codec\/(bytes\.spec.*(decodes and encodes|a view of a larger)|end-to-end\.spec.*converts|unions\.spec.*converts a value once)/,
    'this version has no atob and btoa',
  ),
  errors(/Maximum nesting level in JSON parser/, 'its JSON.parse reads fewer levels'),
  errors(
    /Cannot assign to read-only property|The baseUrl "https?:[^"]+" has "evil"/,
    "the preset's fields and helpers read and write through Object.prototype",
  ),
];

const SLOW_BODIES = cases(
  /lets isRejected read an error code|reduced to the safe content of bytes$/,
  'it takes many turns to read a body',
);

export const CHROMIUM = [
  ...SERVER,
  cases(
    /throws is reported, and counts as false|event-format\.spec.*a callback that fails|a callback that is async|features\/auth\/.*(reports (a store|an onSignedOut) that|is reported|is gone without at once|a store that hangs is waited for|that fails when the refresh was rejected)|hedged-fetch\.spec.*a budget > that throws|retry-budget\.spec.*is reported if it throws/,
    'a page gets errors by reportError, not by its console',
  ),
  cases(
    /fetch-wrappers\/around-fetch\.spec.*(the error that the tap throws|cancels its source when)|transfer\/with-limit\.spec.*(a larger body|counts the read bytes|too large|too small|own properties alone|error on a 2xx)/,
    'a read of a stream that fails rejects with an error of its own',
  ),
  SLOW_BODIES,
  errors(/Cannot redefine property: window/, 'a page has a window that stays'),
  cases(
    /on a server starts two polls|are relative where there is no page|for relative URLs without a base > are (one origin for all|the origin)/,
    'a page has a window that stays',
  ),
  cases(
    /(2xx (that|whose body)|one that) breaks? off|are network errors under .* when they break off|for a body that (broke off|could not be read)$|is the cause of a 'network' error, and not/,
    'a read of a stream that fails rejects with an error of its own',
  ),
  cases(
    /is rejected without slashes after its scheme, under (the base URL|a baseUrl function that)/,
    'in a page with the scheme http, this URL is a path of the page',
  ),
  cases(/no Set-Cookie|without Set-Cookie, and what|stored \(.*without Set-Cookie/, 'a page can not read it'),
  cases(/is streamed while it is read/, 'it streams a body over HTTP/2 only'),
  cases(/sent-params\.spec.*"session":"cookie"/, 'a page can not set Cookie'),
];

const ABORT_THROWS = 'abort() throws for a reason that can not be looked at';

export const WORKERD = [
  ...SERVER,
  errors(/do not touch|^Error: unreadable|on a proxy that has been revoked/, ABORT_THROWS),
  cases(
    /once per call under retry, with the final|status of an http error and the reason|say shared of an error too/,
    'a response without a status text gets the default text of its status',
  ),
  cases(/an environment without fetch/, 'its globals can not be taken away'),
  cases(/is reported to console\.error in React Native/, 'its reportError stays'),
  cases(/never receives a response after a newer one/, 'it takes many turns to read a body'),
  SLOW_BODIES,
  cases(/refuses the name ""|an empty name ends/, 'its Headers takes a header without a name'),
  cases(/if its stream fails during the request/, 'it ends the body as if it were whole'),
];
