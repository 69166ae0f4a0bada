import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { warnDeprecated } from '../../../lib/core/internal.js';

describe('warnDeprecated', () => {
  const warn = vi.fn();

  beforeEach(() => {
    warn.mockClear();
    vi.stubGlobal('console', { warn });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  it('prints what is deprecated and what to do', () => {
    warnDeprecated('createApi option "a"', 'use "b"');
    expect(warn.mock.calls).toEqual([['homing: createApi option "a" is deprecated: use "b".']]);
  });

  it('prints one warning for each name', () => {
    for (const name of ['"c"', '"c"', '"d"']) warnDeprecated(name, 'use "b"');
    expect(warn.mock.calls.map(([text]) => text as string)).toEqual([
      'homing: "c" is deprecated: use "b".',
      'homing: "d" is deprecated: use "b".',
    ]);
  });

  it('prints nothing in production, and still warns after it', () => {
    vi.stubEnv('NODE_ENV', 'production');
    warnDeprecated('"e"', 'use "b"');
    expect(warn).not.toHaveBeenCalled();
    vi.stubEnv('NODE_ENV', 'development');
    warnDeprecated('"e"', 'use "b"');
    expect(warn).toHaveBeenCalledOnce();
  });

  it.each([undefined, {}, { env: undefined }])('warns when process is %o', (process) => {
    vi.stubGlobal('process', process);
    warnDeprecated(`"${JSON.stringify(process)} ${process ? Object.keys(process).join() : ''}"`, 'use "b"');
    vi.unstubAllGlobals();
    expect(warn).toHaveBeenCalledOnce();
  });

  it('prints nothing without a console', () => {
    vi.stubGlobal('console', undefined);
    expect(() => warnDeprecated('"f"', 'use "b"')).not.toThrow();
  });
});
