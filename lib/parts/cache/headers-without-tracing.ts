import type { SentRequest } from '../../core/stages/middleware-context.js';
import { isTracingHeader } from '../../core/wire/is-tracing-header.js';

/** The headers that an answer may depend on, as one text: all but those that trace requests. */
export function headersWithoutTracing(request: SentRequest): string {
  try {
    const headers = Object.entries(request.headerRecord());
    return JSON.stringify(headers.filter(([name]) => !isTracingHeader(name)).sort());
  } catch {
    // Headers that can't be sent are for fetch to refuse.
    return '';
  }
}
