import { seesContacts } from '../../../domain/administration/contacts.ts';
import type { AdminMediaService } from '../../../services/media/admin-media.service.ts';
import { MAX_MEDIA_BYTES, type UploadsService } from '../../../services/media/uploads.service.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import {
  AdminMediaDetailsSchema,
  AdminMediaQuerySchema,
  AdminMediaSchema,
  adminMediaPosition,
  MediaDeletedSchema,
  MediaDeletionSchema,
  MediaUrlSchema,
} from '../../schemas/media/media.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: media');

interface Services {
  readonly uploads: UploadsService;
  readonly adminMedia: AdminMediaService;
}

export const adminMediaEndpoints = ({ uploads, adminMedia }: Services) => [
  endpoint({
    name: 'uploadAdminImage',
    route: 'POST /admin/images',
    auth: 'admin',
    scope: 'media:write',
    conferences: 'none',
    summary: 'Upload an image for the programme',
    description:
      'For pictures of conferences, events and speakers. Works like `POST /images/upload`, but public, without an owner, without a quota and without the limit of decoded megapixels.',
    upload: {
      field: 'file',
      alsoNamed: ['image'],
      maxBytes: MAX_MEDIA_BYTES.image,
      begin: ({ bytes }) =>
        uploads.begin({ user_id: null, kind: 'image', storage: 'default', bytes }),
    },
    responses: { 201: AdminMediaSchema },
    errors: ['NOT_FOUND', 'UPSTREAM_ERROR'],
    idempotent: true,
    handle: async ({ caller, begun }) => created(await uploads.completeFor(caller, begun)),
  }),

  endpoint({
    name: 'listAdminMedia',
    route: 'GET /admin/media',
    auth: 'admin',
    scope: 'media:read',
    conferences: 'all',
    summary: 'List images and videos',
    description: 'Proofs have no URL here.',
    query: AdminMediaQuerySchema,
    responses: { 200: largeListOf(AdminMediaSchema) },
    holdsProfiles: true,
    async handle({ caller, query }) {
      const filter = { ...query, byContacts: seesContacts(caller) };
      const page = await adminMedia.list(filter, pageRequest(query, adminMediaPosition(query)));
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'getAdminMedia',
    route: 'GET /admin/media/:id',
    auth: 'admin',
    scope: 'media:read',
    conferences: 'all',
    summary: 'Get an image or video and what shows it',
    params: IdParamsSchema,
    responses: { 200: AdminMediaDetailsSchema },
    holdsProfiles: true,
    handle: async ({ params }) => ok(await adminMedia.get(params.id)),
  }),

  endpoint({
    name: 'getAdminMediaUrl',
    route: 'GET /admin/media/:id/url',
    auth: 'admin',
    scope: 'media:open',
    conferences: ({ params }) => ({ media: params.id }),
    summary: 'Get a URL of an image or video',
    description: 'The URL of a private file is valid for 10 minutes. Recorded in the audit log.',
    params: IdParamsSchema,
    responses: { 200: MediaUrlSchema },
    handle: async ({ caller, params }) => ok(await adminMedia.urlOf(caller, params.id)),
  }),

  endpoint({
    name: 'deleteAdminMedia',
    route: 'DELETE /admin/media/:id',
    auth: 'admin',
    scope: 'media:write',
    conferences: 'all',
    summary: 'Delete an image or video',
    description:
      'The file is gone at once; copies in caches stay until they expire. The picture of an information page is refused with `MEDIA_IN_USE`.',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    errors: ['MEDIA_IN_USE'],
    async handle({ caller, params }) {
      const { id } = await adminMedia.delete(caller, params.id);
      return ok({ id, deleted: true });
    },
  }),

  endpoint({
    name: 'deleteUnusedMedia',
    route: 'POST /admin/media/bulk-delete',
    auth: 'admin',
    scope: 'media:write',
    conferences: 'all',
    summary: 'Delete many images and videos that nothing shows',
    description:
      'Deletes at most 100 files, each by itself. A file that a submission, a profile, a conference, a page, an event, a quest or a speaker shows is refused with `MEDIA_IN_USE`; `DELETE /admin/media/:id` deletes all of these but pictures of pages.',
    body: MediaDeletionSchema,
    responses: { 200: MediaDeletedSchema },
    async handle({ caller, body }) {
      const results = await adminMedia.deleteUnused(caller, body.ids);
      return ok({ results });
    },
  }),
];
