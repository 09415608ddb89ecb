import { z } from 'zod';
import { IdSchema, InstantSchema, lines, text } from '../common.ts';

const MAX_CONTEXT_KEYS = 20;

const expected = 'expected a whole number from 1 to 5';
export const RatingSchema = z.int(expected).min(1, expected).max(5, expected);
export const CategorySchema = text(50);

const ContextSchema = z
  .record(text(50), z.union([text(200), z.number()], 'expected a text or a number'))
  .refine(
    (context) => Object.keys(context).length <= MAX_CONTEXT_KEYS,
    `expected at most ${MAX_CONTEXT_KEYS} keys`,
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
  })
  .transform(({ message, rating, category, contact, context }) => ({
    message,
    rating: rating ?? null,
    category: category ?? null,
    contact: contact ?? null,
    context: context ?? null,
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
      },
    ],
  });

/** The answer to the sender, without the content of the feedback. */
export const FeedbackReceiptSchema = z
  .object({ id: IdSchema, created_at: InstantSchema })
  .meta({ id: 'FeedbackReceipt', examples: [{ id: 42, created_at: '2026-05-14T09:00:00.000Z' }] });
