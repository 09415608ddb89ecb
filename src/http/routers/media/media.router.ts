import type { MediaFile, MediaService } from '../../../services/media/media.service.ts';
import {
  CACHE_CONTROL,
  MAX_MEDIA_BYTES,
  type NewUpload,
  type StoringUpload,
  type UploadsService,
} from '../../../services/media/uploads.service.ts';
import type { Upload } from '../../endpoint.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import {
  MediaChoiceSchema,
  MediaKeyParamsSchema,
  MediaSchema,
  MediaUrlSchema,
  SignatureQuerySchema,
  signatureIn,
  UploadFieldsSchema,
} from '../../schemas/media/media.schemas.ts';
import { ServedFile, served } from '../../served-file.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Images and videos');

const FileSchema = served(
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/quicktime',
);

const servedFile = ({ key, mime_type, bytes, purpose, open }: MediaFile) =>
  new ServedFile({
    mediaType: mime_type,
    bytes,
    version: key,
    cacheControl: CACHE_CONTROL[purpose],
    open,
  });

export const mediaEndpoints = ({ media }: { media: MediaService }) => [
  endpoint({
    name: 'getMediaFile',
    route: 'GET /media/:key',
    auth: 'public',
    summary: 'Get the file of an image or video',
    description:
      'Caches may keep a public file for 30 days, also after it is deleted here. A private file needs the query of its signed URL. One range of bytes can be requested by `Range`.',
    params: MediaKeyParamsSchema,
    query: SignatureQuerySchema,
    responses: { 200: FileSchema, 206: FileSchema },
    errors: ['UPSTREAM_ERROR'],
    handle: async ({ params, query }) =>
      ok(servedFile(await media.file(params.key, signatureIn(query)))),
  }),

  endpoint({
    name: 'getMediaUrl',
    route: 'GET /media/:id/url',
    auth: 'user',
    summary: 'Get a URL of my upload',
    description: 'The URL of a private file is valid for 10 minutes.',
    params: IdParamsSchema,
    responses: { 200: MediaUrlSchema },
    handle: async ({ caller, params }) => ok(await media.urlFor(caller.user.id, params.id)),
  }),

  endpoint({
    name: 'deleteImage',
    route: 'DELETE /images',
    auth: 'user',
    summary: 'Delete my image or video',
    description:
      'The request names it by its id, its URL or the URL of a variant. The file is gone at once; copies in caches stay until they expire. If it was your photo, the messenger’s photo replaces it. A proof that awaits review cannot be deleted.',
    body: MediaChoiceSchema,
    responses: { 200: DeletedSchema },
    errors: ['NOT_FOUND', 'MEDIA_IN_USE'],
    async handle({ caller, body }) {
      const { id } = await media.delete(caller.user.id, body);
      return ok({ id, deleted: true });
    },
  }),
];

const IMAGE =
  'JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB (AVIF 1.5) and 50 megapixels (AVIF 12.5, with its alpha plane; an animation 12 over all frames, and 60 frames). Kinds that are expensive to decode have lower limits, which *Images and videos* in the introduction lists. It is encoded again at most 2,560 pixels long, upright and without metadata such as the place; AVIF and animations become WebP.';
const VIDEO =
  'MP4, WebM or QuickTime of at most 200 MiB, sent within 30 minutes, with at most 1,000 boxes of MP4 besides the boxes of fragments. The metadata of MP4 and QuickTime, such as the place, is erased; the video itself stays as it is.';
const BUDGET =
  'By default, at most 300 megapixels are decoded for you in 10 minutes; a further image is refused with `RATE_LIMITED`.';
const QUOTA = 'By default you may keep 200 files and 2 GiB, and upload 20 videos a day.';

/** The time that a phone may take for a video. */
const VIDEO_MS = 30 * 60_000;

type Kind = Pick<NewUpload, 'kind' | 'storage'>;
type Named = Readonly<
  Record<'name' | 'summary' | 'description', string> & { route: `POST ${string}` }
>;

const uploadOf = (
  uploads: UploadsService,
  { kind, storage }: Kind,
): Upload<'user', StoringUpload> => ({
  field: 'file',
  alsoNamed: ['image', 'video'],
  maxBytes: MAX_MEDIA_BYTES[kind],
  ...(kind === 'video' && { timeoutMs: VIDEO_MS }),
  limit: 'uploads',
  ...(kind === 'image' && { pixelLimit: 'decoded-kilopixels' }),
  begin: ({ caller: { user }, bytes, countPixels }) =>
    uploads.begin({ user_id: user.id, kind, storage, bytes, countPixels }),
});

const uploadEndpoint = (uploads: UploadsService, of: Kind, named: Named) =>
  endpoint({
    ...named,
    auth: 'user',
    upload: uploadOf(uploads, of),
    body: UploadFieldsSchema,
    responses: { 201: MediaSchema },
    errors: ['QUOTA_EXCEEDED', 'RATE_LIMITED', 'NOT_FOUND', 'UPSTREAM_ERROR'],
    handle: async ({ begun, body }) => created(await uploads.complete(begun, body.purpose)),
  });

export const uploadEndpoints = ({ uploads }: { uploads: UploadsService }) => [
  uploadEndpoint(
    uploads,
    { kind: 'image', storage: 'default' },
    {
      name: 'uploadImage',
      route: 'POST /images/upload',
      summary: 'Upload an image',
      description: `${IMAGE} ${BUDGET} ${QUOTA}`,
    },
  ),
  uploadEndpoint(
    uploads,
    { kind: 'image', storage: 'objstore' },
    {
      name: 'uploadImageToObjectStore',
      route: 'POST /images/objstore/upload',
      summary: 'Upload an image to the object store',
      description: `Works like \`POST /images/upload\`, whatever store that uses. ${BUDGET} ${QUOTA}`,
    },
  ),
  uploadEndpoint(
    uploads,
    { kind: 'video', storage: 'default' },
    {
      name: 'uploadVideo',
      route: 'POST /videos/upload',
      summary: 'Upload a video',
      description: `${VIDEO} ${QUOTA}`,
    },
  ),
  uploadEndpoint(
    uploads,
    { kind: 'video', storage: 'objstore' },
    {
      name: 'uploadVideoToObjectStore',
      route: 'POST /videos/objstore/upload',
      summary: 'Upload a video to the object store',
      description: `Works like \`POST /videos/upload\`, whatever store that uses. ${QUOTA}`,
    },
  ),
];
