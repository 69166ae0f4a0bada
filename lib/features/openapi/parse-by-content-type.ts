/** Text, and XML too; JSON calls itself `text/json` as well. Not what stands in a parameter: `profile="/xml"`. */
const TEXT = /^(?:text\/(?!json\b)|[^;]*[/+]xml\b)/i;

/**
 * Reads the text of a body by the content type of its response: text and XML stay text, anything else is JSON. For
 * `parseJson` of an endpoint whose document leaves the content type open (`*\/*`). Errors are JSON.
 */
export const parseByContentType = (text: string, { ok, headers }: Response): unknown =>
  ok && TEXT.test(headers.get('content-type') ?? '') ? text : JSON.parse(text);
