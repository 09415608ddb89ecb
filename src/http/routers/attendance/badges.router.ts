import { MAX_BADGES } from '../../../domain/attendance/badges.ts';
import type { BadgesService } from '../../../services/attendance/badges.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  BadgesQuerySchema,
  badgesPosition,
  nextBadgesUrl,
} from '../../schemas/attendance/badges.schemas.ts';
import { ConferenceParamsSchema, stream } from '../../schemas/common.ts';
import { badgesPage } from '../../uploads/badges-page.ts';

export const badgeEndpoints = ({ badges }: { badges: BadgesService }) => [
  endpoint({
    name: 'listBadges',
    method: 'get',
    path: '/admin/conferences/:conference_id/badges',
    auth: 'admin',
    scope: ['attendees:read', 'attendees:export'],
    conferences: ({ params }) => ({ conference: params.conference_id }),
    tag: 'Admin: attendance',
    summary: 'List the badges of a conference for printing',
    description: `A page to print, by last name, with a badge for each attendee and each guest with a seat: name, company, ticket type, and a QR code that the door scans. At most ${MAX_BADGES} on a page, which links to the next. The badge of a guest stays valid when they open the app. The audit log records it.`,
    params: ConferenceParamsSchema,
    query: BadgesQuerySchema,
    responses: { 200: stream('text/html; charset=utf-8') },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    holdsSecret: true,
    async handle({ caller, params, query }) {
      const { cursor, ...filter } = query;
      const after = badgesPosition(cursor);
      const sheet = await badges.page(caller, params.conference_id, { ...filter, after });
      const nextUrl = sheet.next && nextBadgesUrl(query, sheet.next);
      return { status: 200, ...badgesPage(sheet, { layout: query.layout, nextUrl }) };
    },
  }),
];
