import type { SomeCalls } from './calls.ts';
import { PAGE, type Rows } from './rows.ts';

/** Of ticket types. */
export const ticketTypesCalls = ({ conference, ticketType }: Rows) => {
  const type = { id: ticketType, conference_id: conference.id, name: 'Standard' };
  const of = { id: ticketType, conference_id: conference.id };
  return {
    ticketTypes: {
      find: [[of]],
      listIds: [[conference.id]],
      listOffered: [[conference.id]],
      insert: [[conference.id, { name: 'Speaker', translations: {} }]],
      update: [
        { note: 'of a few fields', args: [type, { capacity: 40 }] },
        { note: 'with a new name', args: [type, { name: 'Regular' }] },
      ],
      updateOrder: [[[ticketType]]],
      updateOffering: [[conference.id]],
      updateQuotasLifted: [[]],
      countUses: [[type]],
      delete: [[ticketType]],
    },
    read: { ticketTypes: { list: [[conference.id, PAGE]] } },
  } satisfies SomeCalls;
};
