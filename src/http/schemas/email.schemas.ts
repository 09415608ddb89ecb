import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { because } from '../../domain/reasons.ts';
import { text } from './common.ts';

/**
 * An e-mail address without a name, also of a host or a mailbox in other letters than Latin ones. The host is
 * in its ASCII form, in lower case: host names have no case, mailboxes may have one.
 */
export const EmailSchema = text(254)
  .transform((given) => {
    const at = given.lastIndexOf('@');
    if (at < 0) return given;
    return `${given.slice(0, at)}@${domainToASCII(given.slice(at + 1))}`;
  })
  .pipe(text(254))
  .refine((address) => isAddress.safeParse(asciiOf(address)).success, {
    ...because('expected an e-mail address without a name', 'format', { format: 'email' }),
  })
  .meta({ format: 'email', pattern: undefined, maxLength: 254 });

const isAddress = z.email();
/** The letters that zod does not know in a mailbox. */
const asciiOf = (address: string): string => address.replace(/[\p{L}\p{M}\p{N}]/gu, toAscii);
const toAscii = (letter: string): string => (letter < '\u0080' ? letter : 'x');
