import type { OwnGuestsService } from '../../../services/registration/own-guests.service.ts';
import type { TransfersService } from '../../../services/registration/transfers.service.ts';
import { ConferenceParamsSchema, DeletedSchema, PathIdSchema } from '../../schemas/common.ts';
import {
  GuestChangesSchema,
  NewGuestsSchema,
  OwnGuestSchema,
  OwnGuestsSchema,
  TransferCancelledSchema,
  TransferSchema,
} from '../../schemas/registration/own-guests.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Attendance');

const GuestParamsSchema = ConferenceParamsSchema.extend({ registration_id: PathIdSchema });

export const ownGuestEndpoints = ({ ownGuests }: { ownGuests: OwnGuestsService }) => [
  endpoint({
    name: 'listMyGuests',
    route: 'GET /conferences/:conference_id/guests',
    auth: 'user',
    summary: 'List the guests whom I bring to a conference',
    params: ConferenceParamsSchema,
    responses: { 200: OwnGuestsSchema },
    async handle({ caller, params: { conference_id: conferenceId } }) {
      return ok({ guests: await ownGuests.list({ conferenceId, userId: caller.user.id }) });
    },
  }),

  endpoint({
    name: 'addMyGuests',
    route: 'POST /conferences/:conference_id/guests',
    auth: 'user',
    summary: 'Create guests whom I bring to a conference',
    description:
      'Each has a seat, or waits in the same queue, and claims the registration by a link that you pass on. Who has not claimed it in time loses the seat.',
    params: ConferenceParamsSchema,
    body: NewGuestsSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: { 201: OwnGuestsSchema },
    errors: [
      'CONFERENCE_ENDED',
      'CONFERENCE_CANCELLED',
      'CONFERENCE_FULL',
      'REGISTRATION_REQUIRED',
      'GUEST_LIMIT',
    ],
    holdsSecret: true,
    async handle({ caller, params: { conference_id: conferenceId }, body }) {
      const guests = await ownGuests.add({ conferenceId, userId: caller.user.id }, body);
      return { status: 201, body: { guests } };
    },
  }),

  endpoint({
    name: 'updateMyGuest',
    route: 'PATCH /conferences/:conference_id/guests/:registration_id',
    auth: 'user',
    summary: 'Update a guest whom I bring to a conference',
    description: 'Until the guest has opened their link.',
    params: GuestParamsSchema,
    body: GuestChangesSchema,
    responses: { 200: OwnGuestSchema },
    errors: ['ALREADY_CLAIMED'],
    async handle({ caller, params: { conference_id: conferenceId, registration_id: id }, body }) {
      return ok(await ownGuests.update({ conferenceId, userId: caller.user.id, id }, body));
    },
  }),

  endpoint({
    name: 'deleteMyGuest',
    route: 'DELETE /conferences/:conference_id/guests/:registration_id',
    auth: 'user',
    summary: 'Delete a guest whom I bring to a conference',
    description: 'Until the guest has opened their link. The seat goes to the next in the queue.',
    params: GuestParamsSchema,
    responses: { 200: DeletedSchema },
    errors: ['ALREADY_CLAIMED'],
    async handle({ caller, params: { conference_id: conferenceId, registration_id: id } }) {
      await ownGuests.withdraw({ conferenceId, userId: caller.user.id, id });
      return ok({ id, deleted: true });
    },
  }),
];

export const transferEndpoints = ({ transfers }: { transfers: TransfersService }) => [
  endpoint({
    name: 'transferRegistration',
    route: 'POST /conferences/:conference_id/transfer',
    auth: 'user',
    summary: 'Create a transfer of my registration for a conference',
    description:
      'Answers a link: who opens it first has the registration, with its seat. Until then you can take it back, and cannot register again. At the start of the conference it is yours again. Safe to repeat.',
    params: ConferenceParamsSchema,
    responses: { 200: TransferSchema, 201: TransferSchema },
    errors: ['CONFLICT', 'TRANSFER_CLOSED', 'TRANSFER_AT_SHOP'],
    holdsSecret: true,
    async handle({ caller, params: { conference_id: conferenceId } }) {
      const of = { conferenceId, userId: caller.user.id };
      const { created, ...transfer } = await transfers.give(of);
      return { status: created ? 201 : 200, body: transfer };
    },
  }),

  endpoint({
    name: 'cancelTransfer',
    route: 'DELETE /conferences/:conference_id/transfer',
    auth: 'user',
    summary: 'Cancel the transfer of my registration for a conference',
    description: 'Until another person has opened the link. Safe to repeat.',
    params: ConferenceParamsSchema,
    responses: { 200: TransferCancelledSchema },
    async handle({ caller, params: { conference_id: conferenceId } }) {
      await transfers.takeBack({ conferenceId, userId: caller.user.id });
      return ok({ deleted: true as const });
    },
  }),
];
