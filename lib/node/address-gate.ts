import { describeType } from '../core/platform/describe-type.js';
import { type Addresses, nodeNet } from './node-api.js';

/** Where the machines of the internet are: IPv4, and of IPv6 what is given to them so far. */
const INTERNET = ['0.0.0.0/0', '2000::/3'];

/** What of that leads elsewhere, by the registries of RFC 6890, or to an IPv4 address that stands in the other. */
const SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  // Azure has its host agent at a public address, which leads out of no virtual machine.
  '168.63.129.16',
];

const RANGE = /^([^/%]+)(?:\/(\d{1,3}))?$/;

const typeOf = (address: string): 'ipv4' | 'ipv6' => (nodeNet.isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether the text was an address, or a range as `10.1.0.0/16`. */
const added = (text: string, addresses: Addresses): boolean => {
  const [, address = '', bits] = RANGE.exec(text) ?? [];
  const type = typeOf(address);
  const most = type === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  if (nodeNet.isIP(address) === 0 || prefix > most) return false;
  addresses.addSubnet(address, prefix, type);
  return true;
};

const setOf = (ranges: readonly string[]): Addresses => {
  const addresses = new nodeNet.BlockList();
  for (const range of ranges) {
    if (typeof range === 'string' && added(range, addresses)) continue;
    const shown = typeof range === 'string' ? `'${range}'` : describeType(range);
    throw new TypeError(
      `The option allow takes IP addresses and ranges such as 10.1.0.0/16, and ${shown} is neither.`,
    );
  }
  return addresses;
};

/** Says which addresses may be connected to: those of the internet, and those that are allowed by name. */
export class AddressGate {
  readonly #internet = setOf(INTERNET);
  readonly #special = setOf(SPECIAL);
  readonly #allowed: Addresses;

  /** @param allow Throws a TypeError for what is neither an address nor a range. */
  constructor(allow: readonly string[]) {
    this.#allowed = setOf(allow);
  }

  /** Not for what is no address, nor for one with a zone, which only ever names a machine nearby. */
  admits(address: string): boolean {
    if (address.includes('%')) return false;
    // Not the family that somebody says it is of: a list of the other one would not have it.
    const type = typeOf(address);
    if (this.#allowed.check(address, type)) return true;
    return this.#internet.check(address, type) && !this.#special.check(address, type);
  }
}
