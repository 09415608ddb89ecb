import { z } from 'zod';
import {
  ANCHORS,
  durationOf,
  type RelativeTime,
  secondsOf,
} from '../../../domain/messaging/relative-times.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantInputSchema } from '../common.ts';
import { refuse } from '../reasons.schemas.ts';

const duration = z
  .string()
  .max(50)
  .refine(
    (given) => secondsOf(given) !== undefined,
    because('expected an ISO 8601 duration of at most P30D, as PT24H', 'format', {
      format: 'duration',
    }),
  )
  .transform((given) => durationOf(secondsOf(given) ?? 0))
  .optional();

const fields = {
  before_start: duration,
  after_start: duration,
  after_end: duration,
  conference_id: IdSchema.optional(),
  event_id: IdSchema.optional(),
};

const countOf = (values: readonly unknown[]) =>
  values.filter((value) => value !== undefined).length;

const RelativeTimeSchema = z
  .strictObject(fields)
  .superRefine((given: RelativeTime, context) => {
    const [anchor] = ANCHORS;
    if (countOf(ANCHORS.map((one) => given[one])) !== 1)
      refuse(context, [anchor], `expected exactly one of ${ANCHORS.join(', ')}`, 'one_required', {
        fields: [...ANCHORS],
      });
    if (countOf([given.conference_id, given.event_id]) !== 1)
      refuse(
        context,
        ['conference_id'],
        'expected exactly one of conference_id and event_id',
        'one_required',
        { fields: ['conference_id', 'event_id'] },
      );
  })
  .meta({
    id: 'RelativeTime',
    description:
      'A time that moves with a conference or an event. A conference starts at 0:00 of its first day. Past by less than an hour, the broadcast starts at once.',
    examples: [{ before_start: 'PT24H', conference_id: 1 }],
  });

/** When a broadcast starts: at a time, or relative to a conference or an event. */
export const StartTimeSchema = z.union([InstantInputSchema, RelativeTimeSchema]);

export const AnchorSchema = z
  .object({
    before_start: z.string().optional(),
    after_start: z.string().optional(),
    after_end: z.string().optional(),
    conference_id: IdSchema.optional(),
    event_id: IdSchema.optional(),
  })
  .meta({
    id: 'Anchor',
    description: 'The relative time, as given. Without an id, its conference or event was deleted.',
    examples: [{ before_start: 'PT24H', conference_id: 1 }],
  });
