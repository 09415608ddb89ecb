import { z } from 'zod';

/** What a sentence means to a program. */
export const reasonFields = {
  code: z.string().describe('For programs, as `too_long`; more can come.'),
  params: z
    .record(
      z.string(),
      z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
    )
    .describe('What the sentence says, as `max`.'),
};

/** What an organizer should check, although it was done. */
export const remarksField = z
  .array(z.object({ message: z.string(), ...reasonFields }))
  .describe('As `warnings`, each with what it means to a program.');
