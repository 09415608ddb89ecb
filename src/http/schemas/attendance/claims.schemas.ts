import { z } from 'zod';
import { text } from '../common.ts';

export const ClaimSchema = z
  .object({
    code: text(200).describe(
      'The code of a claim link, with or without `i_`, or the ticket code of the ticket shop.',
    ),
    last_name: text(256)
      .optional()
      .describe('A ticket code of less than 16 characters needs this or `email`, as in the order.'),
    email: text(320).optional(),
  })
  .meta({
    id: 'Claim',
    examples: [
      { code: 'AAAAAAAqAAAA3q2-7wabcdefghijklmnopqrst' },
      { code: 'ABCDE-1', last_name: 'Lovelace' },
    ],
  });
