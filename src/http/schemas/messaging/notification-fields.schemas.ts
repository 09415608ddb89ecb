import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';

/** The fields of every notification. */
export const notificationFields = {
  id: IdSchema,
  title: z.string(),
  body: z.string(),
  action_url: z.string().nullable().describe('The URL that a click opens.'),
  created_at: InstantSchema,
  clicked_at: InstantSchema.nullable().describe('When you first clicked it.'),
  dismissed_at: InstantSchema.nullable(),
};

export const EXAMPLE_FIELDS = {
  id: 42,
  action_url: null,
  created_at: '2026-05-14T09:00:00.000Z',
  clicked_at: null,
  dismissed_at: null,
};
