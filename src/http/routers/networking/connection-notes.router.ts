import type { ConnectionNotesService } from '../../../services/networking/connection-notes.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  ConnectionNoteSchema,
  ConnectionSchema,
} from '../../schemas/networking/connections.schemas.ts';

export const connectionNoteEndpoints = ({
  connectionNotes,
}: {
  connectionNotes: ConnectionNotesService;
}) => [
  endpoint({
    name: 'setConnectionNote',
    method: 'put',
    path: '/connections/:id/note',
    auth: 'user',
    tag: 'Connections',
    summary: 'Update my note about a connection',
    description:
      'Replaces your note; null deletes it. Only you see it, never the other user. A request that is not accepted has no note and answers 404. The note is deleted with the connection.',
    params: IdParamsSchema,
    body: ConnectionNoteSchema,
    responses: { 200: ConnectionSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, body }) {
      const connection = await connectionNotes.set(caller.user.id, params.id, body.note);
      return { status: 200, body: connection };
    },
  }),
];
