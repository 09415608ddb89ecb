import { z } from 'zod';
import { text } from './common.ts';

/** An e-mail address without a name. */
export const EmailSchema = text(254)
  .pipe(z.email('expected an e-mail address without a name'))
  // Host names have no case; mailboxes may have one.
  .transform((given) => {
    const at = given.lastIndexOf('@');
    return given.slice(0, at) + given.slice(at).toLowerCase();
  })
  .meta({ format: 'email', pattern: undefined, maxLength: 254 });
