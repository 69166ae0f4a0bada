// The cases that a runtime can't pass, with the reason. `cases` matches their names, `errors` matches their failures.
// If `cases` matches no case, the run fails.

const cases = (pattern, why) => ({ cases: pattern.source, why });
const errors = (pattern, why) => ({ errors: pattern.source, why });

const NO_ZSTD = cases(/unpacked from zstd/, 'only nodeFetch is asked for it, where Node has it');
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
  /auth-plugin\.spec.*a body that can be sent only once|bodyReusable > is false (for|once)|a stream that it has sent before|a body that is iterated over, over any|resilience\/(idempotency-plugin\.retries\.spec.*a body that is a stream|policy\/.*leaves nothing on a signal from outside when the stream)/,
  'it has no ReadableStream',
);

export const SERVER = [...TOOLS, NO_ZSTD];

const BYTE_ORDER_MARK = cases(
  /may begin with a byte order mark|ignores a byte order mark|a text that has no byte order mark/,
  'its text() leaves the mark in, so that one of two is left',
);

export const BUN = [
  ...SERVER,
  BYTE_ORDER_MARK,
  cases(/say ERROR and why for a body that is no data/, 'a Response made of text has no Content-Type'),
  cases(
    /is an Error named ApiError, with its message first/,
    'a stack begins with the name of the built-in class',
  ),
  cases(
    /in a multipart body files, texts|the fields of forms and the text of XML/,
    'in a form that it parses, the types come only from file names',
  ),
];

export const DENO = [...SERVER, BYTE_ORDER_MARK];

const NO_CRYPTO = cases(
  /a store with hashKeys > (gets|serves|tells|is not filled|is never)|http-cache\/(cache-store-adapter|encryption|record-store)\.spec|contracts\/http-cache-store\.spec/,
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
    /adapters\/sse\/(?!.*React Native)|names a response that is too large, and/,
    'its fetch gives no streams',
  ),
  cases(/features\/transfer\//, 'it has no ReadableStream, and its responses have no body to count'),
  cases(
    /har\/tape\.spec|inspector\.spec.*(is its request, its answer|with its kind, its status|the bodies of a call|a stream >|shows its items as they come)/,
    'its responses have no body to inspect next to the caller',
  ),
  cases(/platform\/(requests|responses|ends)/, 'its fetch needs the XMLHttpRequest of a device'),
  errors(/AbortError: The call was aborted/, NO_REASON),
  cases(
    /in-time\.spec.*(takes too long, and says|with the signal of the work)|anything as the reason of an abort|copy .* that was aborted before|a signal that a middleware installs, named TimeoutError|a reason may be anything .* passes a revoked proxy|when a middleware rejects with the reason of the signal, which is|a signal that a middleware installed|takes no answer for a request that was aborted already|mockFetch and signals .* > aborted|hedged-fetch\.spec.*(tells the others why|with its own signal|by an abort, with its reason)/,
    NO_REASON,
  ),
  cases(
    /a form that changes|a body where the path takes params|a (FormData|Blob) is named|(blob|formData) gives|(Blob|fields) as body|under formData|a rebuilt response without a body|no Set-Cookie|the signal and the form that were sent|the strings in a value > are found in a form|the same arrayBuffer to all|('(blob|formData)'|A reader of lines), as every ResponseReader|a header that is a symbol|reads the headers from a Map|a file to a path with params|reads it as text, a Blob, an ArrayBuffer or a form|gives null for what is no formData|keeps the text of what is no form|keeps what is a body by itself|the content type of a part|that differ in anything on the wire|that is no form$|a Blob with its type|copies a form and a buffer|an observer sets > throws in the hook|a Request of the platform: a keyed POST without a body|sent-request\.spec.*(which stays as it was|of files their names)|are refused: a FormData$|decodes for itself: another type|whose body was read, of the URL|stored-response\.spec.*(says what the one said|, by bytes|as a Blob, once|as a stream, once|as a form by its type|no body with a)|of a request that is a form are its fields|stored \(.*without Set-Cookie|that no header takes is a network error|of a form, which has a boundary|sent-params\.spec.*\{"body":"multipart"\}|the fields of forms and the text of XML|leaves a form to be read, and/,
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
    /http-cache\/(in-flight\.bodies\.spec|(in-flight|http-cache-plugin|storability|record-store)\.spec.*(are retried by the rule of the sender|are not sent as long as|background \(rules.md#http-cache\) > gets its answer|are one request|go alone where|are not joined any more|what was held back for the first|leaves a newer answer|newer than what came before|more than a store can tell|asks for nothing behind|first of them is aborted|take no answer that must not|has the bytes that came|asks by tag and date|another answer serves|304 (forbids|has another)|what may stand in|serves what is stale, and|by a header where|where the callback throws|is nothing (for|private|where|that a cache for everybody)|no plain options|of a shared cache whose 304|keeps apart from then on|served and forgotten where nobody|keeps apart whatever comes|takes back nothing of|was redirected to is sent again|is nothing of a cache for everybody|an older answer outside|takes an identity that is|opened with the same secret|has all in this process|the fields that|a header that was not sent)|record\.spec.*is none of facts of other types)|contracts\/http-cache-store\.spec/,
    'this version has no TextDecoder to read what is stored',
  ),
  errors(
    /Property '(Text(En|De)coder|AggregateError|atob|btoa)' doesn't exist|got no response: ReferenceError/,
    'this version has none',
  ),
  cases(
    /(of|to) another copy of the package|proxy( that throws)? has no brand|auth\/failure-words\.spec/,
    'it knows no Symbol.hasInstance',
  ),
  cases(
    /walks pages of your own anew that are no generator|a page that is no Result is a 'middleware' error/,
    'it has no Symbol.asyncIterator',
  ),
  cases(
    /a Promise( as| where|$| in an array|, also in)|a place that fails .* gives a promise/,
    'a Promise has no tag, and its state is there to see',
  ),
  cases(/ignores "Sat/, 'it parses invalid dates'),
  cases(
    /(a call|an attempt) that is past its deadline|while the thread was busy/,
    'the clock of its host stops while the thread is busy',
  ),
  cases(/can not be changed, nor by a polluted/, 'writing to a frozen object is not refused'),
  errors(
    /Cannot assign to read-only property|The baseUrl "https?:[^"]+" has "evil"/,
    "the preset's fields and helpers read and write through Object.prototype",
  ),
];

const SLOW_BODIES = cases(
  /an error code takes the place of the status, by isRejected|what can be kept of bytes$/,
  'it takes many turns to read a body',
);

export const CHROMIUM = [
  ...SERVER,
  cases(
    /throws is reported, and counts as false|event-format\.spec.*a callback that fails|a callback that is async|features\/auth\/.*(is told of|is gone without at once|a store that hangs is waited for|that fails when the grant was refused)|hedged-fetch\.spec.*a budget > that throws|retry-budget\.spec.*is reported where it throws/,
    'a page gets errors by reportError, not by its console',
  ),
  cases(
    /fetch-wrappers\/around-fetch\.spec.*(what the tap throws|passes a cancel on)|transfer\/with-limit\.spec.*(that is larger|counts what is read|too large|too small|own properties alone|error on a 2xx)/,
    'a read of a stream that fails rejects with an error of its own',
  ),
  SLOW_BODIES,
  errors(/Cannot redefine property: window/, 'a page has a window that stays'),
  cases(
    /on a server are two polls|are relative where there is no page|of relative URLs, where nothing says what to > is (one for all|that of undici|that of a page)/,
    'a page has a window that stays',
  ),
  cases(
    /(2xx (that|whose body)|one that) breaks? off|break off (under .* say what the reader threw|are network errors under)|that (broke off, with the code|could not be read for another)|where the body threw it/,
    'a read of a stream that fails rejects with an error of its own',
  ),
  cases(/no Set-Cookie|without Set-Cookie, and what|stored \(.*without Set-Cookie/, 'a page can not read it'),
  cases(/is a stream as it is read/, 'it streams a body over HTTP/2 only'),
  cases(/sent-params\.spec.*"session":"cookie"/, 'a page can not set Cookie'),
];

const ABORT_THROWS = 'abort() throws for a reason that can not be looked at';

export const WORKERD = [
  ...SERVER,
  errors(/do not touch|^Error: unreadable|on a proxy that has been revoked/, ABORT_THROWS),
  cases(
    /once per call under retry, with the final|status of an http error and why|say shared of an error too/,
    'a response without a status text gets the default text of its status',
  ),
  cases(/an environment without fetch/, 'its globals can not be taken away'),
  cases(/is told to console\.error in React Native/, 'its reportError stays'),
  cases(/never gets an answer after a newer one/, 'it takes many turns to read a body'),
  SLOW_BODIES,
  cases(/refuses the name ""|an empty name ends/, 'its Headers takes a header without a name'),
  cases(/is a stream that fails while it is sent/, 'it ends the body as if it were whole'),
];
