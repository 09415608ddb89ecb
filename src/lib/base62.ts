/** In the order of ASCII, so that texts of one length sort as their numbers. */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in base 62, with zeros before it. */
export function inBase62(number: bigint, length: number): string {
  let digits = '';
  for (let rest = number; digits.length < length; rest /= 62n) {
    digits = `${BASE62[Number(rest % 62n)]}${digits}`;
  }
  return digits;
}
