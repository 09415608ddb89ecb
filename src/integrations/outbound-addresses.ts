import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { type AppError, invalid } from '../errors.ts';

/** Whether a connection to an IP address of a host may be made. */
export type AddressRule = (address: string, host: string) => boolean;

/** Thrown before the socket connects. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/** The allocated IPv6 unicast space; the rest is reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address that inside Azure leads to the host of the virtual machine. */
const AZURE_HOST = '168.63.129.16';

/** Whether an address is public. An IPv4 address mapped into IPv6 is checked as IPv4. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast' || plain.toString() === AZURE_HOST) return false;
  return plain instanceof ipaddr.IPv4 || plain.match(GLOBAL_UNICAST);
};

/**
 * Connects to allowed addresses only. The socket connects to the address that was checked, without a
 * second lookup, which prevents DNS rebinding.
 */
export function guardedConnector(isAllowed: AddressRule): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup(isAllowed) });
  return (options, callback) => {
    // Node connects to an IP address without calling `lookup`.
    const address = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) === 0 || isAllowed(address, address)) connect(options, callback);
    else callback(new RefusedAddressError(), null);
  };
}

export const guardedLookup =
  (isAllowed: AddressRule): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const allowed = found?.filter(({ address }) => isAllowed(address, hostname)) ?? [];
      const [first] = allowed;
      if (error || !first) callback(error ?? new RefusedAddressError(), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };

const MAX_URL = 2_000;
const NOT_ALLOWED =
  'expected the http or https address of a public host, without user name or password';

export const notAllowed = (): AppError => invalid('url', NOT_ALLOWED, 'address_not_allowed');

/**
 * Calendar services offer webcal: addresses, which are https for calendar apps.
 * @throws AppError VALIDATION_ERROR for another scheme, credentials, and a long address
 */
export function allowedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text.trim().replace(/^webcals?:/i, 'https:'), base?.href);
  const isAllowed =
    url !== null &&
    text.length <= MAX_URL &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '';
  if (!isAllowed) throw notAllowed();
  return url;
}
