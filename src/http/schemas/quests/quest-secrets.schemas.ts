import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';

/** Twenty characters of a QR code tell what it is. */
const QR_EXAMPLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33">…</svg>';

const codeFields = {
  code: z.string(),
  share_url: z
    .string()
    .nullable()
    .describe('Opens the task in the mini app. Null without `MESSENGER_APP_URL`.'),
  qr_svg: z.string().describe('`share_url`, or else the code, as a QR code in SVG.'),
};
const CODE_EXAMPLE = {
  code: 'H7KM2PXD',
  share_url: 'https://t.me/hallway_bot/app?startapp=t_12_H7KM2PXD',
  qr_svg: QR_EXAMPLE,
};

export const CodeRotationSchema = z
  .strictObject({
    grace_minutes: z
      .int()
      .min(0)
      .max(1_440)
      .default(0)
      .describe('How long the code before stays valid.'),
  })
  .prefault({})
  .meta({ id: 'CodeRotation', examples: [{ grace_minutes: 60 }] });

export const TaskCodeSchema = z
  .object(codeFields)
  .meta({ id: 'TaskCode', examples: [CODE_EXAMPLE] });

export const CodesQuerySchema = z.object({
  format: z
    .enum(['json', 'html'])
    .default('json')
    .describe('`html`: a page to print, which loads nothing.'),
});

export const QuestCodesSchema = z
  .object({
    quest_id: IdSchema,
    title: z.string(),
    codes: z.array(z.object({ task_id: IdSchema, title: z.string(), ...codeFields })),
  })
  .meta({
    id: 'QuestCodes',
    examples: [
      {
        quest_id: 3,
        title: 'Harbour hunt',
        codes: [{ task_id: 12, title: 'The pier', ...CODE_EXAMPLE }],
      },
    ],
  });

export const SecretRotationSchema = z
  .strictObject({
    revoke: z
      .boolean()
      .default(false)
      .describe('Ends the secret before at once, instead of after 24 hours.'),
  })
  .prefault({})
  .meta({ id: 'SecretRotation', examples: [{ revoke: true }] });

export const IssuedSecretSchema = z
  .object({
    secret: z.string().describe('Signs calls of the public quest API. Only this answer shows it.'),
    old_secret_valid_until: InstantSchema.nullable().describe(
      'Until then the secret before signs too; null if none does.',
    ),
  })
  .meta({
    id: 'IssuedQuestSecret',
    examples: [
      {
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
        old_secret_valid_until: '2026-05-15T09:00:00.000Z',
      },
    ],
  });
