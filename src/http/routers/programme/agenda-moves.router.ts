import type { z } from 'zod';
import type { AgendaMove, AgendaSelection } from '../../../domain/programme/agenda-moves.ts';
import type { AgendaMovesService } from '../../../services/programme/agenda-moves.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  AgendaMoveRequestSchema,
  MovedAgendaSchema,
} from '../../schemas/programme/agenda-moves.schemas.ts';

type MoveRequest = z.output<typeof AgendaMoveRequestSchema>;

export const agendaMoveEndpoints = ({ agendaMoves }: { agendaMoves: AgendaMovesService }) => [
  endpoint({
    name: 'moveAgendaItems',
    method: 'post',
    path: '/admin/agenda/bulk',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ body: { ids, filter } }) => ({
      agenda_item: ids,
      conference: filter?.conference_id,
    }),
    tag: 'Admin: agenda',
    summary: 'Update many agenda items together',
    description:
      'Shifts, moves to a room, or cancels up to 1,000 items of a conference and their events, all or none of them. What has ended is left out; of what is running, a shift changes the end alone. Later imports leave what changed. Notifies each person once of everything that changed for them, unless `notify` is false. The same move within 10 minutes, by any key, is refused unless the request has `force` or an `Idempotency-Key`.',
    body: AgendaMoveRequestSchema,
    responses: { 200: MovedAgendaSchema },
    errors: ['NOT_FOUND', 'DUPLICATE_SHIFT'],
    idempotent: true,
    async handle({ caller, idempotencyKey, body }) {
      const { notify, dry_run, force } = body;
      const mayRepeat = force || idempotencyKey !== undefined;
      const request = { selection: selectionOf(body), move: moveOf(body) };
      const moved = await agendaMoves.move(caller, { ...request, notify, dry_run, mayRepeat });
      return { status: 200, body: moved };
    },
  }),
];

/** The schema accepts one of both. */
const selectionOf = ({ ids, filter }: MoveRequest): AgendaSelection => filter ?? { ids: ids ?? [] };

/** The schema accepts one of the four. */
function moveOf({ shift_minutes, shift_days, room }: MoveRequest): AgendaMove {
  if (shift_minutes !== undefined) return { shift_minutes };
  if (shift_days !== undefined) return { shift_days };
  return room === undefined ? { status: 'cancelled' } : { room };
}
