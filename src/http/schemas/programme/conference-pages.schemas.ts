import { z } from 'zod';
import {
  MAX_COORDINATE,
  MAX_MARKS,
  MAX_PAGES,
  PAGE_KINDS,
} from '../../../domain/programme/conference-pages.ts';
import { because } from '../../../domain/reasons.ts';
import { ChangesQuerySchema } from '../changes.schemas.ts';
import {
  IdSchema,
  InstantSchema,
  lines,
  once,
  PathIdSchema,
  text,
  VersionSchema,
  WebUrlSchema,
} from '../common.ts';
import { StoredTranslationsSchema, translationsOf } from '../messaging/translations.schemas.ts';
import { PageQuerySchema } from '../pages.schemas.ts';

const MAX_BODY = 20_000;
const BODY =
  'Markdown of which clients render paragraphs, lists, bold text and links to https. Everything else, such as HTML, is text.';
const IMAGE = 'A picture that organizers have uploaded: of a map, the one that its marks are on.';
const TRANSLATIONS =
  'By BCP 47 language tag: a reader gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`.';
const COORDINATE = 'In per mille of the width of the picture, `y` of its height.';

const MarkSchema = z
  .object({
    room_id: IdSchema.nullable(),
    room: z.string().nullable().describe('The name of the room; null for a mark with a label.'),
    label: z.string().nullable(),
    x: z.int().describe(COORDINATE),
    y: z.int(),
  })
  .meta({ id: 'PageMark' });

export const ConferencePageSchema = z
  .object({
    id: IdSchema,
    kind: z.enum(PAGE_KINDS).describe('A conference has at most one `map`.'),
    title: z.string(),
    body: z.string().describe(BODY),
    image_url: z.string().nullable().describe(IMAGE),
    position: z.int().describe('The order of the organizers.'),
    translations: StoredTranslationsSchema,
    marks: z.array(MarkSchema).describe('Rooms and other places on a map.'),
    updated_at: InstantSchema,
  })
  .meta({ id: 'InformationPage' });

export const AdminConferencePageSchema = ConferencePageSchema.extend({
  version: VersionSchema,
  created_at: InstantSchema,
}).meta({ id: 'AdminInformationPage' });

export const ConferencePagesQuerySchema = PageQuerySchema.extend(ChangesQuerySchema.shape);

export const ConferencePageParamsSchema = z.object({
  conference_id: PathIdSchema,
  id: PathIdSchema,
});

const coordinate = z.int().min(0).max(MAX_COORDINATE);
const MarkInputSchema = z
  .object({
    room_id: IdSchema.nullish(),
    label: text(100).nullish(),
    x: coordinate.describe(COORDINATE),
    y: coordinate,
  })
  .refine(({ room_id, label }) => ((room_id ?? null) === null) !== ((label ?? null) === null), {
    path: ['label'],
    ...because('expected either a room_id or a label', 'one_required', {
      fields: ['room_id', 'label'],
    }),
  })
  .meta({ id: 'PageMarkInput', examples: [{ label: 'Cloakroom', x: 120, y: 640 }] });

const [isOnce, repeated] = once('room');
const body = z.union([z.literal(''), lines(MAX_BODY)], `expected at most ${MAX_BODY} characters`);

const inputs = {
  title: text(200),
  body: body.describe(BODY),
  image_url: WebUrlSchema.nullable().describe(IMAGE),
  translations: translationsOf(z.object({ title: text(200), body })).describe(TRANSLATIONS),
  marks: z
    .array(MarkInputSchema)
    .max(MAX_MARKS, `expected at most ${MAX_MARKS}`)
    .refine((marks) => isOnce(marks.flatMap(({ room_id }) => room_id ?? [])), repeated)
    .describe('All marks of a map.'),
};

export const NewConferencePageSchema = z
  .object(inputs)
  .partial()
  .required({ title: true })
  .extend({ kind: z.enum(PAGE_KINDS).default('text') })
  .meta({
    id: 'NewInformationPage',
    examples: [{ title: 'Wi-Fi', body: 'Network: **Quay**\n\nNo password.' }],
  });

export const ConferencePageChangeSchema = z
  .object(inputs)
  .partial()
  .meta({
    id: 'InformationPageChange',
    description: 'Updates the given fields; `marks` replaces all marks.',
    examples: [{ title: 'Wi-Fi and sockets' }],
  });

export const ConferencePageOrderSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .max(MAX_PAGES, `expected at most ${MAX_PAGES}`)
      .refine(...once('id'))
      .describe('All of the conference, in their new order.'),
  })
  .meta({ id: 'InformationPageOrder' });
