/** Text and XML types. Excludes `text/json`, and parameters such as `profile="/xml"`. */
const TEXT = /^(?:text\/(?!json\b)|[^;]*[/+]xml\b)/i;

/**
 * Parses a body by the content type of its response: text and XML remain strings, anything else is JSON. Use it as
 * `parseJson` of an endpoint whose document has the content type `*\/*`. Error bodies are parsed as JSON.
 */
export const parseByContentType = (text: string, { ok, headers }: Response): unknown =>
  ok && TEXT.test(headers.get('content-type') ?? '') ? text : JSON.parse(text);
