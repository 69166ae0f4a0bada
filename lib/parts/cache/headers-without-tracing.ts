import { isTracingHeader, type SentRequest } from '../../core/seats.js';

/**
 * The headers that an answer may depend on, as one text: all but those that trace requests, and those to ignore.
 *
 * @param ignored Names in lower case.
 */
export function headersWithoutTracing(request: SentRequest, ignored: ReadonlySet<string>): string {
  try {
    const headers = Object.entries(request.headerRecord());
    return JSON.stringify(headers.filter(([name]) => !isTracingHeader(name) && !ignored.has(name)).sort());
  } catch {
    // Headers that can't be sent are for fetch to refuse.
    return '';
  }
}
