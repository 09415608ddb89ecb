import { ConferenceParamsSchema, IdParamsSchema } from './common.ts';

/** What the endpoints for administrators about one event have in common. */
export const OF_EVENT = {
  auth: 'admin',
  conferences: ({ params }: { readonly params: { readonly id: number } }) => ({ event: params.id }),
  params: IdParamsSchema,
} as const;

/** What the endpoints for administrators about one conference have in common. */
export const OF_CONFERENCE = {
  auth: 'admin',
  conferences: ({ params }: { readonly params: { readonly conference_id: number } }) => ({
    conference: params.conference_id,
  }),
  params: ConferenceParamsSchema,
} as const;
