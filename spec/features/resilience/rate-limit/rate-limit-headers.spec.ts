import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../lib/core/internal.js';
import { readRateLimitHeaders } from '../../../../lib/features/resilience/rate-limit/rate-limit-headers.js';

const PARTS = ['"', '%"', '%"a"', '(', '(%"', '(%"a"', ':', ':a:', ';a=::', ';a=%""', ' ;a=""', '\\"', 'a,'];

describe('readRateLimitHeaders', () => {
  it.each(PARTS)('reads a header that repeats %s in linear time', (part) => {
    const started = performance.now();
    for (const head of ['', '"p"', '"p";r=0;t=10', '(', '%"p'])
      for (const tail of ['', '=', '"', ')', ':'])
        readRateLimitHeaders(
          new Headers({ ratelimit: (head + part.repeat(2000)).slice(0, 1990) + tail }),
          systemClock,
        );
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
