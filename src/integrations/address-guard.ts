import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Whether a connection to an IP address may be made. */
export type AddressRule = (address: string) => boolean;

/** Thrown before the socket connects. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/** The allocated IPv6 unicast space; the rest is reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address that inside Azure leads to the host of the virtual machine. */
const AZURE_HOST = '168.63.129.16';

/** Whether an address is public. An IPv4 address mapped into IPv6 is checked as IPv4. */
export const isPublicAddress: AddressRule = (address) => {
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
    if (isIP(address) === 0 || isAllowed(address)) connect(options, callback);
    else callback(new RefusedAddressError(), null);
  };
}

const guardedLookup =
  (isAllowed: AddressRule): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const allowed = found?.filter(({ address }) => isAllowed(address)) ?? [];
      const [first] = allowed;
      if (error || !first) callback(error ?? new RefusedAddressError(), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
