import { z } from 'zod';
import {
  MEDIA_KINDS,
  MEDIA_PURPOSES,
  MEDIA_STATUSES,
  MEDIA_STORAGES,
  MEDIA_USERS,
} from '../../../domain/media/media.ts';
import { because } from '../../../domain/reasons.ts';
import { MEDIA_URL_TTL_SECONDS } from '../../../lib/media-keys.ts';
import { IdSchema, InstantSchema, PathIdSchema, QueryFlagSchema, text } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';

const VariantSchema = z
  .object({ url: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'MediaVariant' });

const mediaFields = {
  id: IdSchema,
  url: z.string().nullable().describe('null for a proof, which has only signed URLs.'),
  kind: z.enum(MEDIA_KINDS),
  storage: z.enum(MEDIA_STORAGES),
  purpose: z.enum(MEDIA_PURPOSES),
  mime_type: z.string(),
  bytes: z.int(),
  width: z.int().nullable().describe('null for a video.'),
  height: z.int().nullable(),
  variants: z
    .object({ 96: VariantSchema, 320: VariantSchema, 960: VariantSchema })
    .partial()
    .describe('Smaller WebP copies of a public image, by their longest side at most.'),
  created_at: InstantSchema,
};

/** A stored image or video. */
export const MediaSchema = z.object(mediaFields).meta({ id: 'Media' });

export const AdminMediaSchema = z
  .object({
    ...mediaFields,
    user_id: IdSchema.nullable().describe('null for an upload by an administrator.'),
  })
  .meta({ id: 'AdminMedia' });

export const AdminMediaDetailsSchema = AdminMediaSchema.extend({
  uses: z
    .array(
      z
        .object({
          type: z.enum(MEDIA_USERS),
          id: IdSchema.describe('Of the conference, event, quest, speaker, user or submission.'),
          name: z
            .string()
            .nullable()
            .describe('Title or name; that of the task for a submission, null for a profile.'),
          conference_id: IdSchema.nullable(),
        })
        .meta({ id: 'MediaUse' }),
    )
    .describe('What shows the file, at most 100. A public URL may also be used elsewhere.'),
}).meta({ id: 'AdminMediaDetails' });

/** Media in the personal data export. */
export const PersonalMediaSchema = z.object({
  id: IdSchema,
  url: z.string().nullable().describe('null for a proof: request a signed URL of it.'),
  kind: z.enum(MEDIA_KINDS),
  storage: z.enum(MEDIA_STORAGES),
  purpose: z.enum(MEDIA_PURPOSES),
  status: z.enum(MEDIA_STATUSES),
  mime_type: z.string().nullable(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  frames: z.int().nullable(),
  sha256: z.string().nullable().describe('The size of the file as you sent it.'),
  created_at: InstantSchema,
});

/** The fields of an upload besides its file. */
export const UploadFieldsSchema = z.object({
  purpose: z
    .enum(MEDIA_PURPOSES)
    .default('public')
    .describe('`proof` for a private file, which only you and administrators can open.'),
});

export const MediaChoiceSchema = z
  .object({ id: IdSchema.optional(), url: z.string().max(2_000).optional() })
  .refine(
    ({ id, url }) => (id === undefined) !== (url === undefined),
    because('expected either id or url', 'one_required', { fields: ['id', 'url'] }),
  )
  .transform(({ id, url }) => (id === undefined ? { url: url ?? '' } : { id }))
  .meta({
    id: 'MediaChoice',
    examples: [
      { id: 1 },
      { url: 'https://api.example.org/api/v1/media/q3sEXBz0b5Sx4w5zJ0yTtA.jpg' },
    ],
  });

export const MediaKeyParamsSchema = z.object({ key: z.string().max(100) });

/** The parameters of a signed URL; malformed values count as absent. */
export const SignatureQuerySchema = z.object({
  expires: z.string().max(20).optional().describe('With `signature`, from a signed URL.'),
  signature: z.string().max(100).optional(),
});

/** @returns undefined unless both values are given */
export const signatureIn = ({ expires, signature }: z.output<typeof SignatureQuerySchema>) =>
  !/^[1-9]\d*$/.test(expires ?? '') || signature === undefined
    ? undefined
    : { expires: Number(expires), signature };

export const MediaUrlSchema = z
  .object({
    url: z.string().describe('Anyone who has the URL can open the file until it expires.'),
    expires_at: InstantSchema.nullable().describe(
      `${MEDIA_URL_TTL_SECONDS / 60} minutes from now; null for a public file.`,
    ),
  })
  .meta({ id: 'MediaUrl' });

const SORTS = { id: 'number', bytes: 'number' } as const;

export const AdminMediaQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, '-id'),
  user_id: PathIdSchema.optional(),
  kind: z.enum(MEDIA_KINDS).optional(),
  purpose: z.enum(MEDIA_PURPOSES).optional(),
  q: text(100).optional().describe(`The files of users. ${ADMIN_SEARCH}`),
  unused: QueryFlagSchema.optional().describe(
    '`true`: only files that no submission, profile, conference, event, quest or speaker shows; `false`: only the others. A public URL may also be used elsewhere.',
  ),
});

const DELETION_LIMIT = 'expected 1 to 100 ids';

export const MediaDeletionSchema = z
  .object({ ids: z.array(IdSchema).min(1, DELETION_LIMIT).max(100, DELETION_LIMIT) })
  .meta({ id: 'MediaDeletion' });

export const MediaDeletedSchema = z
  .object({
    results: z
      .array(
        z
          .object({
            id: IdSchema,
            deleted: z.literal(true).optional(),
            error: z.string().optional().describe('Why the file was not deleted.'),
            code: z.string().optional().describe('The code of the error.'),
          })
          .meta({ id: 'MediaDeletionResult' }),
      )
      .describe('In the order of `ids`.'),
  })
  .meta({ id: 'MediaDeleted' });

export const adminMediaPosition = ({ sort }: z.output<typeof AdminMediaQuerySchema>) =>
  searchPosition(sortPosition(SORTS, sort));
