import { z } from 'zod';
import { IdSchema, InstantSchema, lines, text } from '../common.ts';

const CODE_EXAMPLE = 'AAAAAAAqAAAAAN6tvu9abcdefghijklmnopqrstuvw';

export const MeetCodeSchema = z
  .object({
    code: z
      .string()
      .describe('A user who sends it to `POST /connections/meet` is connected with you.'),
    qr_svg: z
      .string()
      .describe('A QR code of `share_url`, or of `code` without one, as an SVG document.'),
    share_url: z
      .string()
      .nullable()
      .describe('Opens the mini app with your code; null without an address of the app.'),
    expires_at: InstantSchema.describe('5 to 10 minutes from now.'),
  })
  .meta({
    id: 'MeetCode',
    examples: [
      {
        code: CODE_EXAMPLE,
        qr_svg: '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
        share_url: `https://t.me/example_bot/app?startapp=k_${CODE_EXAMPLE}`,
        expires_at: '2026-05-14T09:10:00.000Z',
      },
    ],
  });

export const MeetSchema = z
  .object({
    code: text(100).describe('The code that another user shows, with or without `k_`.'),
    conference_id: IdSchema.nullish().describe('The conference at which the two meet.'),
    note: lines(1_000)
      .optional()
      .describe('Your own note about the connection. Without it, a note that you have stays.'),
  })
  .meta({ id: 'Meet', examples: [{ code: CODE_EXAMPLE, conference_id: 3 }] });
