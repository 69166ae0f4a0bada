import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { publicOnly } from '../../lib/entries/node.js';

type Callback = (error: unknown, address?: unknown) => void;
type Lookup = (hostname: string, options: object, callback: Callback) => void;

/** The decision of `publicOnly` about a host whose lookup returns this address. */
const gateOf = (...allow: string[]) => {
  let address = '';
  let checked: Lookup | undefined;
  const buildConnector = ({ lookup }: { lookup: Lookup }) => {
    checked = lookup;
    return () => undefined;
  };
  publicOnly(buildConnector, { allow, lookup: (_hostname, _options, callback) => callback(null, address) });
  return {
    admits(text: string): boolean {
      const answers: unknown[] = [];
      address = text;
      checked!('host', {}, (error) => answers.push(error));
      expect(answers).toHaveLength(1);
      return answers[0] === null;
    },
  };
};

const gate = gateOf();

const number = (address: string): number =>
  address.split('.').reduce((whole, part) => whole * 256 + Number(part), 0);
const dotted = (address: number): string =>
  [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.');

/** The special-purpose ranges of IPv4, from first to last address. */
const RANGES: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
];

const isSpecial = (address: number): boolean =>
  RANGES.some(([first, last]) => address >= number(first) && address <= number(last));

const special = fc
  .constantFrom(...RANGES)
  .chain(([first, last]) => fc.integer({ min: number(first), max: number(last) }));
const anyAddress = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const hex = (address: number): string =>
  `${Math.floor(address / 65536).toString(16)}:${(address % 65536).toString(16)}`;

/** The notations of an IPv4 address inside an IPv6 address. */
const embedded = (address: number): string[] => [
  `::ffff:${dotted(address)}`,
  `::FFFF:${hex(address)}`,
  `0:0:0:0:0:ffff:${hex(address)}`,
  `::ffff:0:${dotted(address)}`,
  `::${dotted(address)}`,
  `64:ff9b::${dotted(address)}`,
  `64:ff9b:1::${dotted(address)}`,
  `2002:${hex(address)}::1`,
  `2001:0:${hex(address)}::1`,
  `2001::${hex(0xffff_ffff - address)}`,
];

describe('publicOnly', () => {
  it('rejects every IPv4 address in a special range, in every notation', () => {
    fc.assert(
      fc.property(special, (address) => {
        for (const text of [dotted(address), ...embedded(address)])
          expect([text, gate.admits(text)]).toEqual([text, false]);
      }),
    );
  });

  it('accepts every other IPv4 address, also mapped to IPv6', () => {
    fc.assert(
      fc.property(
        anyAddress.filter((address) => !isSpecial(address)),
        (address) => gate.admits(dotted(address)) && gate.admits(`::ffff:${hex(address)}`),
      ),
    );
  });

  it.each(RANGES.map(([first, last]) => [first, last]))(
    'applies the exact limits of the range %s to %s',
    (first, last) => {
      expect([gate.admits(first), gate.admits(last)]).toEqual([false, false]);
      const around = [number(first) - 1, number(last) + 1].filter(
        (next) => next > 0 && next < 2 ** 32 && !isSpecial(next),
      );
      expect(around.filter((next) => !gate.admits(dotted(next)))).toEqual([]);
    },
  );

  it.each([
    ['::', '::1', '::ffff:0:808:808', '1::1', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '100:0:0:1::1'],
    ['2001::1', '2001:1ff:ffff::', '2001:db8::1', '2002::', '3fff::', '3fff:fff:ffff::', '4000::', '5f00::1'],
    [
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fe80::1%lo',
      'febf::1',
      'fec0::1',
      'feff::',
      'ff02::1',
      'ffff::',
    ],
  ])('rejects special and unassigned IPv6 addresses: %s, …', (...addresses) => {
    expect(addresses.filter((address) => gate.admits(address))).toEqual([]);
  });

  it.each(['2000::1', '2001:200::1', '2001:4860:4860::8888', '2003::1', '2606:4700::1111', '3ffe::1'])(
    'accepts %s',
    (address) => {
      expect(gate.admits(address)).toBe(true);
    },
  );

  it.each([
    '',
    'localhost',
    '127.1',
    '0177.0.0.1',
    '0x7f000001',
    '2130706433',
    '8.8.8.8 ',
    '8.8.8',
    '2606:4700::1111%1',
    '[2606:4700::1111]',
  ])('rejects strings that are not an address, or that need a zone: "%s"', (text) => {
    expect(gate.admits(text)).toBe(false);
  });
});

describe('the option allow', () => {
  it('accepts its addresses and ranges, and nothing around them', () => {
    const open = gateOf('10.1.0.0/16', '127.0.0.1', 'fd00:1::/32', '10.9.9.9/24');
    const admitted = ['10.1.0.0', '10.1.255.255', '127.0.0.1', '::ffff:127.0.0.1', 'fd00:1::1', '10.9.9.1'];
    expect(admitted.filter((address) => !open.admits(address))).toEqual([]);
    const refused = [
      '10.0.255.255',
      '10.2.0.0',
      '127.0.0.2',
      '::1',
      '::127.0.0.1',
      'fd00:2::1',
      'fd00:1::1%lo',
    ];
    expect(refused.filter((address) => open.admits(address))).toEqual([]);
  });

  it.each<unknown>([
    ...[
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/-1',
      '10.0.0.0/8.5',
      '10.0.0.0/0x8',
      '10.0.0.0/8/8',
      '10.0.0/8',
      '/8',
    ],
    ...[
      'fd00::/129',
      'fe80::1%lo',
      'fe80::%lo/10',
      'db.internal',
      '*',
      '',
      ' 10.0.0.1',
      '10.0.0.1\n',
      '10.1',
    ],
    ...[null, undefined, 10, ['10.0.0.1'], {}, Symbol('x')],
  ])('rejects an invalid entry by name: %o', (entry) => {
    expect(() => gateOf('10.1.0.0/16', entry as string)).toThrow(
      /^allow\[\] is [^]*: pass an IP address, or a range/,
    );
  });
});
