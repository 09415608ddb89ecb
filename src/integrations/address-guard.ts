import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Whether a connection to an IP address may be made. */
export type AddressRule = (address: string) => boolean;

/** Thrown before any connection is made. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/** The address space that the internet routes today; the rest of IPv6 is not handed out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, but inside Azure the answer of the machine's own host. */
const AZURE_HOST = '168.63.129.16';

/** Whether an address is a public one, also when it stands inside an IPv6 address. */
export const isPublicAddress: AddressRule = (address) => {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast' || plain.toString() === AZURE_HOST) return false;
  return plain instanceof ipaddr.IPv4 || plain.match(GLOBAL_UNICAST);
};

/**
 * Connects to allowed addresses only. A socket dials the very address that was checked, so that a
 * name that answers differently the next time gains nothing.
 */
export function guardedConnector(isAllowed: AddressRule): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup(isAllowed) });
  return (options, callback) => {
    // An IP address is dialled without a lookup.
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
