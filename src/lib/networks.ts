import { BlockList, isIPv6 } from 'node:net';

/** An IPv4 address that a socket for both families shows as IPv6. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** @param networks in CIDR notation, as PostgreSQL writes them */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [subnet = '', bits] = network.split('/');
    const family = familyOf(subnet);
    list.addSubnet(subnet, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const plain = address.replace(MAPPED, '');
  return list.check(plain, familyOf(plain));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
