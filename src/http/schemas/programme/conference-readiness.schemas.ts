import { z } from 'zod';
import {
  MAX_FOUND_IDS,
  READINESS_RULES,
  type ReadinessCode,
} from '../../../domain/programme/conference-readiness.ts';
import { IdSchema } from '../common.ts';

const CODES = Object.keys(READINESS_RULES) as [ReadinessCode, ...ReadinessCode[]];

const FindingSchema = z
  .object({
    code: z.enum(CODES),
    severity: z
      .enum(['error', 'warning'])
      .describe('`error`: attendees would meet it. `warning`: probably forgotten.'),
    message: z.string(),
    count: z.int().optional().describe('The number of rows of which the code speaks.'),
    ids: z
      .array(IdSchema)
      .optional()
      .describe(
        `Their first ${MAX_FOUND_IDS} ids: of agenda items, speakers, events or quests, as the code begins.`,
      ),
  })
  .meta({
    id: 'ReadinessFinding',
    examples: [
      {
        code: 'agenda_items_without_room',
        severity: 'warning',
        message: '2 agenda items have no room',
        count: 2,
        ids: [17, 23],
      },
    ],
  });

export const ConferenceReadinessSchema = z
  .object({
    is_ready: z.boolean().describe('Whether no finding is an error.'),
    findings: z.array(FindingSchema),
  })
  .meta({
    id: 'ConferenceReadiness',
    examples: [
      {
        is_ready: false,
        findings: [
          {
            code: 'programme_missing',
            severity: 'error',
            message: 'The conference has no agenda items and no events',
          },
        ],
      },
    ],
  });
