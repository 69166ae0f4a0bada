import { describe, expect, it } from 'vitest';
import {
  githubScheme,
  slackScheme,
  standardScheme,
  stripeScheme,
  type WebhookScheme,
} from '../../../lib/features/webhooks/schemes.js';
import { verifyWebhook } from '../../../lib/features/webhooks/verify-webhook.js';
import { WebhookError } from '../../../lib/features/webhooks/webhook-error.js';
import { BODY, hmac, reasonOf, SECRET, SENT, standardHeaders, verify } from '../../support/signed-webhook.js';

const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const V1 = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
// The example of the specification. The tests of the Svix server contain its key and its content.
const V1A = 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==';
const PUBLIC = 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=';
const OTHER = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=';
const EVENT = { test: 2432232314 };

const signed = (signature: string): Record<string, string> => ({
  'webhook-id': ID,
  'webhook-timestamp': String(SENT),
  'webhook-signature': signature,
});

describe('standardScheme (rules.md#webhooks)', () => {
  it('accepts the published v1 signature, with and without the prefix of the secret', async () => {
    expect(await verify(BODY, signed(V1), SECRET)).toEqual({ data: EVENT, error: null });
    expect(await verify(BODY, signed(V1), SECRET.slice(6))).toEqual({ data: EVENT, error: null });
  });

  it('accepts the published v1a signature with its public key', async () => {
    expect(await verify(BODY, signed(V1A), PUBLIC)).toEqual({ data: EVENT, error: null });
  });

  it('accepts one matching signature among others, of this and of unknown versions', async () => {
    const list = [OTHER, OTHER.replace('v1', 'v2'), 'v1', 'v1,', V1A, V1, OTHER].join(' ');
    expect(await verify(BODY, signed(list))).toEqual({ data: EVENT, error: null });
  });

  it('rejects a signature that has another version, or none', async () => {
    for (const list of [V1.replace('v1', 'v2'), V1.slice(3), V1.replace('v1', 'V1'), OTHER, 'v1,', 'v1', ','])
      expect(await reasonOf(BODY, signed(list))).toBe('signature');
  });

  it('accepts each of several secrets, which is how a sender rotates them', async () => {
    const secrets = ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', SECRET, PUBLIC];
    expect(await reasonOf(BODY, signed(V1), secrets)).toBeUndefined();
    expect(await reasonOf(BODY, signed(V1A), secrets)).toBeUndefined();
    expect(await reasonOf(BODY, signed(V1A), secrets.slice(0, 2))).toBe('signature');
  });

  it.each(['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwBg'])(
    'accepts a secret without its base64 padding: %s',
    async (secret) => {
      expect(await reasonOf(BODY, standardHeaders(BODY, { secret }), secret)).toBeUndefined();
    },
  );

  it('never uses a public key as an HMAC secret, nor the reverse', async () => {
    const forged = hmac(Buffer.from(PUBLIC.slice(5), 'base64'), `${ID}.${SENT}.${BODY}`);
    expect(await reasonOf(BODY, signed(`v1,${forged} v1a,${forged}`), PUBLIC)).toBe('signature');
    expect(await reasonOf(BODY, signed(V1.replace('v1', 'v1a')), SECRET)).toBe('signature');
  });

  it('signs the id, the timestamp and the body', async () => {
    for (const [name, value] of Object.entries({
      'webhook-id': `${ID}x`,
      'webhook-timestamp': `${SENT + 1}`,
    }))
      expect(await reasonOf(BODY, { ...signed(V1), [name]: value })).toBe('signature');
    expect(await reasonOf(`${BODY} `, signed(V1))).toBe('signature');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('needs the header %s', async (name) => {
    for (const value of [undefined, '', []]) {
      const { error } = await verify(BODY, { ...signed(V1), [name]: value });
      expect(error).toMatchObject({
        reason: 'missing-header',
        message: `The header ${name} is missing: pass all headers.`,
      });
    }
  });

  it.each([
    'whsec_',
    'whsec_$',
    'whsec_MfKQ9r8G-KYqrTwj_PD8',
    'whsec_a',
    'whpk_',
    'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir',
    'whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbc=',
    'sécret',
  ])('rejects the malformed secret %s, also as one of several', async (secret) => {
    const message = 'secret is malformed: pass whsec_ or whpk_ with the key in base64.';
    expect((await verify(BODY, signed(V1), secret)).error).toMatchObject({ reason: 'secret', message });
    expect(await reasonOf(BODY, signed(V1), [SECRET, secret])).toBe('secret');
  });

  it('verifies headers of another name, if a scheme renames them', async () => {
    const scheme: WebhookScheme = (message) =>
      standardScheme({ ...message, header: (name) => message.header(name.replace('webhook-', 'svix-')) });
    const headers = { 'svix-id': ID, 'svix-timestamp': String(SENT), 'svix-signature': V1 };
    expect(await reasonOf(BODY, headers, SECRET, { scheme })).toBeUndefined();
    expect(await reasonOf(BODY, signed(V1), SECRET, { scheme })).toBe('missing-header');
  });
});

/** Indented with two spaces, and with a line break at the end. */
const STRIPE = `${JSON.stringify(
  {
    id: 'evt_123',
    object: 'event',
    account: 'acct_123',
    api_version: '2017-05-25',
    created: 1533204620,
    data: {
      object: {
        id: 'cus_123',
        object: 'customer',
        created: 123456789,
        email: 'test@stripe.com',
        livemode: false,
        metadata: {},
      },
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: 'req_123', idempotency_key: 'idempotency-key-123' },
    type: 'customer.created',
  },
  null,
  2,
)}\n`;

describe('stripeScheme (rules.md#webhooks)', () => {
  const published =
    't=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7,' +
    'v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef';
  const clock = { now: () => 1533204720_000 };
  const stripe = (header: string, payload = STRIPE) =>
    verifyWebhook(payload, { 'Stripe-Signature': header }, 'webhook_secret', {
      scheme: stripeScheme,
      ...{ clock },
    });

  it('accepts the published signature of a v1 event', async () => {
    const { data, error } = await stripe(published);
    expect(error).toBeNull();
    expect(data).toMatchObject({ id: 'evt_123', account: 'acct_123' });
  });

  it('accepts any v1 signature, and ignores v0', async () => {
    const [time, v1, v0] = published.split(',') as [string, string, string];
    expect((await stripe(`${time},v1=${'0'.repeat(64)},${v1}`)).error).toBeNull();
    expect((await stripe(`${v1}, ${time}`)).error).toBeNull();
    const downgraded = `${time},${v1.replace('v1', 'v0')},${v0}`;
    expect((await stripe(downgraded)).error?.reason).toBe('signature');
  });

  it('rejects another timestamp, a second one, and none', async () => {
    expect((await stripe(published.replace('4620', '4621'))).error?.reason).toBe('signature');
    expect((await stripe(`t=1533204620,${published}`)).error?.reason).toBe('bad-timestamp');
    for (const header of [published.replace(/t=\d+,/, ''), 't=', 't', ',,', 't,v1=,v0', 'x'])
      expect((await stripe(header)).error?.reason).toBe('bad-timestamp');
  });

  it('rejects a changed body', async () => {
    expect((await stripe(published, `${STRIPE}x`)).error?.reason).toBe('signature');
  });
});

describe('githubScheme (rules.md#webhooks)', () => {
  const secret = "It's a Secret to Everybody";
  const published = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const github = (header: string | undefined, payload = 'Hello, World!') =>
    verify(payload, { 'X-Hub-Signature-256': header }, secret, { scheme: githubScheme, parse: String });

  it('accepts the documented signature, which has no timestamp', async () => {
    expect(await github(published)).toEqual({ data: 'Hello, World!', error: null });
  });

  it('accepts hex digits in upper case', async () => {
    const digits = published.slice(7).toUpperCase();
    expect((await github(`sha256=${digits}`)).error).toBeNull();
  });

  it('rejects another body, another hash and a missing header', async () => {
    expect((await github(published, 'Hello, World?')).error?.reason).toBe('signature');
    expect((await github(`sha1=${published.slice(7, 47)}`)).error?.reason).toBe('signature');
    expect((await github(published.slice(7))).error?.reason).toBe('signature');
    expect((await github(undefined)).error?.reason).toBe('missing-header');
  });
});

describe('slackScheme (rules.md#webhooks)', () => {
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&' +
    'channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=' +
    'https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=' +
    '398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
  const headers = {
    'X-Slack-Request-Timestamp': '1531420618',
    'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  };
  const slack = (given: Record<string, string>, payload = body) =>
    verifyWebhook(payload, given, '8f742231b10e8888abcd99yyyzzz85a5', {
      scheme: slackScheme,
      parse: (text) => Object.fromEntries(new URLSearchParams(text)),
      ...{ clock: { now: () => 1531420618_000 } },
    });

  it('accepts the documented signature of a slash command', async () => {
    const { data, error } = await slack(headers);
    expect(error).toBeNull();
    expect(data).toMatchObject({ command: '/webhook-collect', text: '' });
  });

  it('rejects another timestamp, another version and another body', async () => {
    const later = { ...headers, 'X-Slack-Request-Timestamp': '1531420619' };
    const other = { ...headers, 'X-Slack-Signature': headers['X-Slack-Signature'].replace('v0', 'v1') };
    for (const [given, payload] of [[later], [other], [headers, `${body}&`]] as const)
      expect((await slack(given, payload)).error?.reason).toBe('signature');
  });
});

describe('a scheme function (rules.md#webhooks)', () => {
  const secret = 'shared';
  const custom = (scheme: unknown, headers: object = { 'x-signature': hmac(secret, BODY) }) =>
    verify(BODY, headers, secret, { scheme: scheme as WebhookScheme });

  it('returns signatures in base64 or hex, of the body alone by default', async () => {
    for (const signature of [hmac(secret, BODY), hmac(secret, BODY, 'hex')])
      expect((await custom(() => ({ signatures: ['', 'é', signature] }))).error).toBeNull();
    const scheme: WebhookScheme = ({ header }) => ({ signatures: [header('X-Signature')] });
    expect((await custom(scheme)).error).toBeNull();
    expect((await custom(scheme, {})).error?.reason).toBe('missing-header');
  });

  it('can be async, and sets the signed prefix and the timestamp', async () => {
    const at = (timestamp: number) => async () => ({
      signatures: [hmac(secret, `now ${BODY}`)],
      prefix: 'now ',
      timestamp,
    });
    expect((await custom(at(SENT * 1000))).error).toBeNull();
    expect((await custom(at(SENT * 1000 - 300_001))).error?.reason).toBe('too-old');
    for (const timestamp of [NaN, Infinity, -Infinity, null, '1'])
      expect((await custom(at(timestamp as number))).error?.reason).toBe('bad-timestamp');
  });

  it('can verify the signature itself, with the body and the secrets', async () => {
    const scheme: WebhookScheme = ({ payload, secrets, header }) =>
      header('x-signature') === hmac(secrets[0] as string, payload);
    expect(await custom(scheme)).toEqual({ data: EVENT, error: null });
    expect((await custom(scheme, { 'x-signature': 'x' })).error?.reason).toBe('signature');
  });

  it.each([
    [false],
    [undefined],
    [null],
    [0],
    [1],
    ['true'],
    [{}],
    [[]],
    [{ signatures: [] }],
    [{ signatures: 'x' }],
    [{ signatures: {} }],
  ])('accepts nothing by returning %j', async (returned) => {
    const { data, error } = await custom(() => returned);
    expect(data).toBeNull();
    expect(['signature', 'input']).toContain(error?.reason);
  });

  it('that throws is an error with its cause; a WebhookError is the error itself', async () => {
    const cause = new Error('no keys');
    const fail = (thrown: unknown) => () => {
      throw thrown;
    };
    const { error } = await custom(fail(cause));
    expect(error).toMatchObject({
      reason: 'input',
      message: 'The scheme or schema failed: see error.cause.',
    });
    expect(error?.cause).toBe(cause);
    expect((await custom(() => Promise.reject(cause))).error?.cause).toBe(cause);
    expect((await custom('stripe')).error?.reason).toBe('input');
    const own = new WebhookError('too-new', 'Wait.');
    expect((await custom(fail(own))).error).toBe(own);
  });
});
