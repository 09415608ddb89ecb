import { BlockList, isIPv6 } from 'node:net';

/**
 * Whether an address is in one of the networks, also an IPv4 address that is written as IPv6.
 *
 * @param networks in CIDR notation, as PostgreSQL writes them
 */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [subnet = '', bits] = network.split('/');
    const family = familyOf(subnet);
    list.addSubnet(subnet, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
