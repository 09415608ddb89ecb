import { z } from 'zod';
import { SEATED_STATUSES } from '../../../domain/attendance/attendances.ts';
import { IdSchema } from '../common.ts';

const ticketFields = {
  code: z.string().describe('The signed ticket code, to scan or to type. Case does not matter.'),
  qr_svg: z.string().describe('The code as a QR code in SVG.'),
  status: z.enum(SEATED_STATUSES),
};

const TICKET_EXAMPLE = {
  code: 'EB-42-1007-0F3A9C41D27B58',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33">…</svg>',
  status: 'registered' as const,
};

export const EventTicketSchema = z
  .object({ event_id: IdSchema, ...ticketFields })
  .meta({ id: 'EventTicket', examples: [{ event_id: 42, ...TICKET_EXAMPLE }] });

export const ConferenceTicketSchema = z.object({ conference_id: IdSchema, ...ticketFields }).meta({
  id: 'ConferenceTicket',
  examples: [{ conference_id: 7, ...TICKET_EXAMPLE, code: 'C-7-1007-B81D64E07A2C95' }],
});
