import { isIP } from 'node:net';
import type { Request } from 'express';

/** An IPv4 address that a socket for both families shows as IPv6. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * The caller's address; empty if the connection is closed. `X-Forwarded-For` can hold anything where a
 * proxy passes it on: a value that is not an address counts for the proxy that sent it. Some proxies
 * add the client's port.
 */
export function clientAddressOf({ ip = '', socket }: Request): string {
  const [, inBrackets, beforePort] =
    /^\[([^\]]{2,45})\](?::\d{1,5})?$|^([\d.]{7,15}):\d{1,5}$/.exec(ip) ?? [];
  const given = [inBrackets, beforePort, ip].find((text) => text !== undefined && isIP(text) > 0);
  return withoutZone(given ?? socket.remoteAddress ?? '').replace(MAPPED, '');
}

/** An address as PostgreSQL accepts it: without the zone of a link-local address. */
export const withoutZone = (address: string): string => address.split('%')[0] ?? '';
