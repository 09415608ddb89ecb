import { z } from 'zod';
import { FEEDBACK_LINKS } from '../../../domain/feedback/feedback.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantSchema, lines, text } from '../common.ts';

const MAX_CONTEXT_KEYS = 20;

const expected = 'expected a whole number from 1 to 5';
export const RatingSchema = z.int(expected).min(1, expected).max(5, expected);
export const CategorySchema = text(50);

const ContextSchema = z
  .record(text(50), z.union([text(200), z.number()], 'expected a text or a number'))
  .refine(
    (context) => Object.keys(context).length <= MAX_CONTEXT_KEYS,
    because(`expected at most ${MAX_CONTEXT_KEYS} keys`, 'too_many', { max: MAX_CONTEXT_KEYS }),
  )
  .describe(
    `At most ${MAX_CONTEXT_KEYS} texts or numbers by key, a text of at most 200 characters: data that helps to understand the message, such as the page and the version of the client.`,
  )
  .meta({ maxProperties: MAX_CONTEXT_KEYS });

export const FeedbackSubmissionSchema = z
  .object({
    message: lines(4_000),
    rating: RatingSchema.nullish().describe('1 to 5; 5 is best.'),
    category: CategorySchema.nullish(),
    contact: text(200).nullish().describe('A contact to which the organizers can answer.'),
    context: ContextSchema.nullish(),
    conference_id: IdSchema.nullish().describe(
      'What it is about: at most one of `conference_id`, `event_id` and `agenda_item_id`.',
    ),
    event_id: IdSchema.nullish(),
    agenda_item_id: IdSchema.nullish(),
  })
  .refine((given) => FEEDBACK_LINKS.filter((link) => given[link]).length <= 1, {
    path: ['conference_id'],
    ...because(`expected at most one of ${FEEDBACK_LINKS.join(', ')}`, 'not_allowed'),
  })
  .transform(({ message, rating, category, contact, context, ...links }) => ({
    message,
    rating: rating ?? null,
    category: category ?? null,
    contact: contact ?? null,
    context: context ?? null,
    conference_id: links.conference_id ?? null,
    event_id: links.event_id ?? null,
    agenda_item_id: links.agenda_item_id ?? null,
  }))
  .meta({
    id: 'FeedbackSubmission',
    examples: [
      {
        message: 'The harbor tour was lovely.\nMore chairs at the pier, please.',
        rating: 4,
        category: 'venue',
        contact: 'ada@example.org',
        context: { page: '/events/7', app: '1.4.0', screen_width: 390 },
        event_id: 7,
      },
    ],
  });

/** The answer to the sender, without the content of the feedback. */
export const FeedbackReceiptSchema = z
  .object({ id: IdSchema, created_at: InstantSchema })
  .meta({ id: 'FeedbackReceipt', examples: [{ id: 42, created_at: '2026-05-14T09:00:00.000Z' }] });
