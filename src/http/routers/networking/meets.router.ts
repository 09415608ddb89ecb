import type { MeetCodesService } from '../../../services/networking/meet-codes.service.ts';
import type { MeetsService } from '../../../services/networking/meets.service.ts';
import { endpoint } from '../../endpoint.ts';
import { ConnectionSchema } from '../../schemas/networking/connections.schemas.ts';
import { MeetCodeSchema, MeetSchema } from '../../schemas/networking/meets.schemas.ts';

const tag = 'Connections';

export const meetEndpoints = ({
  meetCodes,
  meets,
}: {
  meetCodes: MeetCodesService;
  meets: MeetsService;
}) => [
  endpoint({
    name: 'createMeetCode',
    method: 'post',
    path: '/users/me/meet-code',
    auth: 'user',
    tag,
    summary: 'Create a code for people whom I meet',
    description:
      'A user who scans the code is connected with you at once. It holds for 5 to 10 minutes, and connects at most 20 users. Nothing is stored: a repeated request gives the same code for some minutes.',
    responses: { 200: MeetCodeSchema },
    holdsSecret: true,
    async handle({ caller }) {
      return { status: 200, body: await meetCodes.show(caller.user.id) };
    },
  }),

  endpoint({
    name: 'meetUser',
    method: 'post',
    path: '/connections/meet',
    auth: 'user',
    tag,
    summary: 'Accept the meet code of a user',
    description:
      'Connects you with the user who shows the code, and notifies both. A request between the two is accepted, in either direction, also a rejected one. A repeated request answers 200 again and keeps the first meeting. A code that is wrong, old, used up or your own answers the same `CODE_INVALID`, and so does one of a user whom you cannot meet. Limits, counted whatever the settings: 60 meetings an hour, and 20 wrong codes in 10 minutes.',
    body: MeetSchema,
    responses: { 200: ConnectionSchema },
    errors: ['CODE_INVALID'],
    async handle({ caller, body }) {
      return { status: 200, body: await meets.meet(caller.user, body) };
    },
  }),
];
