import { z } from 'zod';
import { DayInputSchema, InstantInputSchema } from './common.ts';
import { refuse } from './reasons.schemas.ts';

const isDay = (given: string) => !given.includes('T');

/** A limit of a period in a request. */
export const InstantOrDaySchema = z
  .string()
  .transform((given, context) => {
    const parsed = (isDay(given) ? DayInputSchema : InstantInputSchema).safeParse(given);
    if (parsed.success) return parsed.data;
    return refuse(
      context,
      [],
      'expected an ISO 8601 time with an offset, as 2026-05-14T11:00:00+02:00, or a day, as 2026-05-14, from 2000 to 2100',
      'format',
      { format: 'datetime' },
    );
  })
  .meta({ examples: ['2026-05-14', '2026-05-14T11:00:00+02:00'] });

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The start of a period; a day starts at midnight UTC. */
export const FromSchema = InstantOrDaySchema.transform((given) =>
  isDay(given) ? new Date(given).toISOString() : given,
).describe('A time, or a day, which starts at 00:00 UTC.');

/** The end of a period, exclusive; a day ends at midnight UTC. */
export const ToSchema = InstantOrDaySchema.transform((given) =>
  isDay(given) ? new Date(Date.parse(given) + DAY_MS).toISOString() : given,
).describe('A time, exclusive, or a day, inclusive, which ends at 24:00 UTC.');
