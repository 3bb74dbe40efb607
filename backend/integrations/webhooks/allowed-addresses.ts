import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that a host's name stands for. */
export type Address = { address: string; family: number };
/** Looks up all addresses of a host's name; rejects where there is none. */
export type Resolve = (host: string) => Promise<Address[]>;

/** The range that IPv6 routes as global unicast; other unicast ranges embed addresses of IPv4. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Ranges of a house's own network, which the operator may allow. */
const PRIVATE_RANGES = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** Addresses in these ranges by which clouds tell a machine its credentials. */
const METADATA = ['fd00:ec2::254', '100.100.100.200'];

const rangeOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'invalid';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  return range === 'unicast' && parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6)
    ? 'reserved'
    : range;
};

/** True for an address of the public internet: not private, local, reserved or embedding another one. */
export const isPublicAddress = (address: string): boolean => rangeOf(address) === 'unicast';

/** Returns true for an address of a house's own network; never for link-local ones, where clouds keep credentials. */
export const isPrivateAddress = (address: string): boolean =>
  PRIVATE_RANGES.includes(rangeOf(address)) && !METADATA.includes(address);

/** The host of a URL as it is looked up: without the brackets of IPv6. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Looks up by the system, as connections do. */
export const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** Error for a URL to which nothing may be sent. */
export class AddressNotAllowed extends Error {}

/**
 * The addresses of a URL's host, all of them such that it may be sent there: public ones by https, and private ones where
 * the operator allows them. Throws AddressNotAllowed. Whoever connects must use these, since a second look-up may differ.
 */
export async function allowedAddresses(
  url: URL,
  { allowsPrivate, resolve }: { allowsPrivate: boolean; resolve: Resolve },
): Promise<Address[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const isAllowed = ({ address }: Address): boolean =>
    (allowsPrivate && isPrivateAddress(address)) || (url.protocol === 'https:' && isPublicAddress(address));
  if (addresses.length > 0 && addresses.every(isAllowed)) return addresses;
  throw new AddressNotAllowed('the address is not allowed');
}
