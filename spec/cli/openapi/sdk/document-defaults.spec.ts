import { describe, expect, it } from 'vitest';
import { authOf } from '../../../../lib/cli/openapi/sdk/document-defaults.js';
import { openApi, rootOf } from '../../../support/open-api.js';

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer' },
  partnerKey: { type: 'apiKey', in: 'header', name: 'X-Partner-Key' },
};

const keysFor = (...security: readonly object[]) =>
  authOf(rootOf(openApi({}, { security, components: { securitySchemes } })), []).auth;

/** An endpoint whose operation lists these schemes. */
const endpoint = (name: string, ...schemes: readonly string[]) => ({
  name,
  operation: { schemes, isPublic: false },
});

const open = { name: 'open', operation: { schemes: [], isPublic: true } };

const apiKey = { in: 'bearer' };
const partnerKey = { in: 'header', name: 'X-Partner-Key' };

describe('keys of an SDK', () => {
  it('are required if the only alternative lists them', () => {
    expect(keysFor({ apiKey: [], partnerKey: [] })).toEqual({ apiKey, partnerKey });
  });

  it('are never named like another option of a client', () => {
    const scheme = { type: 'http', scheme: 'bearer' };
    const schemes = { timeout: scheme, BaseURL: scheme, onInvalidData: scheme };
    const root = rootOf(openApi({}, { components: { securitySchemes: schemes } }));
    expect(Object.keys(authOf(root, []).auth)).toEqual(['baseURLKey', 'onInvalidDataKey', 'timeoutKey']);
  });

  it('are required if each alternative lists them, and optional if only some do', () => {
    expect(keysFor({ apiKey: [] }, { apiKey: [], partnerKey: [] })).toEqual({
      apiKey,
      partnerKey: { ...partnerKey, optional: true },
    });
  });

  it('are all listed if several schemes would have the same option', () => {
    const schemes = {
      ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-Key' },
      BearerAuth: { type: 'http', scheme: 'Bearer' },
      api_key: { type: 'apiKey', in: 'query', name: 'key' },
      other_key: { type: 'apiKey', in: 'query', name: 'other' },
      'other-key': { type: 'apiKey', in: 'header', name: 'Other' },
      token: { type: 'http', scheme: 'bearer' },
    };
    const security = [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))];
    const root = rootOf(openApi({}, { security, components: { securitySchemes: schemes } }));
    expect(authOf(root, []).auth).toEqual({
      apiKey: { in: 'header', name: 'X-Key' },
      bearerAuth: { in: 'bearer' },
      apiKey2: { in: 'query', name: 'key' },
      otherKey: { in: 'header', name: 'Other' },
      otherKey2: { in: 'query', name: 'other' },
    });
  });

  it('share an option if they are the same header in another case', () => {
    const schemes = {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
      token: { type: 'apiKey', in: 'header', name: 'x-key' },
    };
    const root = rootOf(openApi({}, { components: { securitySchemes: schemes } }));
    expect(Object.keys(authOf(root, []).auth)).toEqual(['apiKey']);
  });

  it('are optional if only an operation lists them', () => {
    const root = rootOf(openApi({}, { security: [{ apiKey: [] }], components: { securitySchemes } }));
    expect(authOf(root, [endpoint('a', 'apiKey', 'partnerKey')]).auth).toEqual({
      apiKey,
      partnerKey: { ...partnerKey, optional: true },
    });
    const unsecured = rootOf(openApi({}, { components: { securitySchemes } }));
    expect(authOf(unsecured, [endpoint('a', 'partnerKey')]).auth).toEqual({
      partnerKey: { ...partnerKey, optional: true },
    });
  });

  it('leave out schemes of HTTP that a client cannot send by itself', () => {
    const schemes = { a: { type: 'http', scheme: 'digest' }, b: { type: 'http', scheme: 'negotiate' } };
    expect(authOf(rootOf(openApi({}, { components: { securitySchemes: schemes } })), []).auth).toEqual({});
  });

  it('are optional if a call can be sent without a key', () => {
    expect(keysFor({}, { apiKey: [] })).toEqual({ apiKey: { ...apiKey, optional: true } });
  });

  it('list the endpoints whose operations accept only other keys', () => {
    const root = rootOf(openApi({}, { security: [{ apiKey: [] }], components: { securitySchemes } }));
    const endpoints = [
      endpoint('byDefault'),
      endpoint('admin', 'partnerKey'),
      endpoint('either', 'apiKey', 'partnerKey'),
      endpoint('session', 'cookie'),
      open,
    ];
    expect(authOf(root, endpoints)).toEqual({
      auth: {
        apiKey: { ...apiKey, except: ['admin'] },
        partnerKey: { ...partnerKey, optional: true, except: ['byDefault'] },
      },
      publicEndpoints: ['session', 'open'],
    });
  });

  it('are sent with operations of which the document does not say what they accept', () => {
    const root = rootOf(openApi({}, { components: { securitySchemes } }));
    expect(authOf(root, [endpoint('unsaid'), endpoint('admin', 'partnerKey')]).publicEndpoints).toEqual([]);
  });

  it('are not sent with operations that inherit an empty list', () => {
    const root = rootOf(openApi({}, { security: [], components: { securitySchemes } }));
    expect(authOf(root, [endpoint('inherits'), endpoint('admin', 'partnerKey')])).toEqual({
      auth: { partnerKey: { ...partnerKey, optional: true } },
      publicEndpoints: ['inherits'],
    });
  });

  it('are sent with all operations if an empty list is all that the document says', () => {
    const root = rootOf(openApi({}, { security: [], components: { securitySchemes } }));
    expect(authOf(root, [endpoint('inherits')]).publicEndpoints).toEqual([]);
  });
});
