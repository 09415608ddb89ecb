import type { MediaFile, MediaService } from '../../../services/media/media.service.ts';
import { CACHE_CONTROL } from '../../../services/media/uploads.service.ts';
import { endpoint } from '../../endpoint.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import {
  MediaChoiceSchema,
  MediaKeyParamsSchema,
  MediaUrlSchema,
  SignatureQuerySchema,
  signatureIn,
} from '../../schemas/media/media.schemas.ts';
import { ServedFile, served } from '../../served-file.ts';

const tag = 'Images and videos';

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
    method: 'get',
    path: '/media/:key',
    auth: 'public',
    tag,
    summary: 'Get the file of an image or video',
    description:
      'Caches may keep a public file for 30 days, also after it is deleted here. A private file needs the query of its signed URL. One range of bytes can be requested by `Range`.',
    params: MediaKeyParamsSchema,
    query: SignatureQuerySchema,
    responses: { 200: FileSchema, 206: FileSchema },
    errors: ['NOT_FOUND', 'UPSTREAM_ERROR'],
    async handle({ params, query }) {
      const file = await media.file(params.key, signatureIn(query));
      return { status: 200, body: servedFile(file) };
    },
  }),

  endpoint({
    name: 'getMediaUrl',
    method: 'get',
    path: '/media/:id/url',
    auth: 'user',
    tag,
    summary: 'Get a URL of my upload',
    description: 'The URL of a private file is valid for 10 minutes.',
    params: IdParamsSchema,
    responses: { 200: MediaUrlSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await media.urlFor(caller.user.id, params.id) };
    },
  }),

  endpoint({
    name: 'deleteImage',
    method: 'delete',
    path: '/images',
    auth: 'user',
    tag,
    summary: 'Delete my image or video',
    description:
      'The request names it by its id, its URL or the URL of a variant. The file is gone at once; copies in caches stay until they expire. If it was your photo, the messenger’s photo replaces it. A proof that awaits review cannot be deleted.',
    body: MediaChoiceSchema,
    responses: { 200: DeletedSchema },
    errors: ['NOT_FOUND', 'MEDIA_IN_USE'],
    async handle({ caller, body }) {
      const { id } = await media.delete(caller.user.id, body);
      return { status: 200, body: { id, deleted: true } };
    },
  }),
];
