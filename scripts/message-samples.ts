import type {
  NotificationArgs,
  NotificationEventType,
} from '../src/domain/messaging/notification-args.ts';
import type { NotificationContent } from '../src/domain/messaging/notifications.ts';

/** The ids and texts with which `docs/messages.md` shows a type. */
interface Sample<T extends NotificationEventType> {
  readonly data: (NotificationContent & { readonly type: T })['data'];
  /** One for each text that the type has. */
  readonly args: readonly NotificationArgs<T>[];
}

const TALK = {
  title: 'Engines that weave',
  starts_at: '2030-05-14T08:00:00.000Z',
  ends_at: '2030-05-14T09:00:00.000Z',
  timezone: 'Europe/Berlin',
  place: 'Attic',
  status: 'scheduled',
};
const EVENT = { ...TALK, title: 'Regatta', place: 'Pier 4', status: 'approved' };
const MOVED = { starts_at: { from: '2030-05-14T07:00:00.000Z', to: TALK.starts_at } };
const CANCELLED = { status: { from: 'approved', to: 'cancelled' } };
const REVIVED = { status: { from: 'cancelled', to: 'approved' } };
const BACK = { starts_at: { from: TALK.starts_at, to: TALK.starts_at } };
const CONFERENCE = {
  name: 'Computing by the Sea',
  starts_on: '2030-05-15',
  ends_on: '2030-05-16',
  place: 'Museum Quay',
};
const LATER = { starts_on: { from: '2030-05-14', to: '2030-05-15' } };

const ofActor = { connection_id: 5, actor: { id: 8, first_name: 'Ada', photo_url: null } };
const ofEvent = { event_id: 12, changes: {} };
const ofItem = { agenda_item_id: 7, conference_id: 3, event_id: null, changes: {} };

/** The compiler asks for every type. */
export const SAMPLES: { readonly [T in NotificationEventType]: Sample<T> } = {
  connection_request: {
    data: ofActor,
    args: [
      { name: 'Ada Lovelace', message: null },
      { name: 'Ada Lovelace', message: 'Your boats, my tides?' },
    ],
  },
  connection_accepted: {
    data: ofActor,
    args: [{ name: 'Ada Lovelace' }, { name: 'Ada Lovelace', is_met: true }],
  },
  event_approved: { data: { event_id: 12 }, args: [{ title: 'Regatta' }] },
  event_rejected: {
    data: { event_id: 12, reason: null },
    args: [
      { title: 'Regatta', reason: null },
      { title: 'Regatta', reason: 'The evening is full' },
    ],
  },
  registration_rejected: {
    data: { event_id: 12, reason: null },
    args: [
      { title: 'Regatta', reason: null },
      { title: 'Regatta', reason: 'The evening is full' },
    ],
  },
  guest_lapsed: {
    data: { conference_id: 3, names: ['Ida Rhodes', 'Max'] },
    args: [{ name: 'Harbor Days', guests: 'Ida Rhodes, Max' }],
  },
  transfer_returned: { data: { conference_id: 3 }, args: [{ name: 'Harbor Days' }] },
  event_promoted: { data: { event_id: 12 }, args: [{ name: 'Regatta' }] },
  event_updated: {
    data: ofEvent,
    args: [
      { thing: EVENT, changes: MOVED },
      { thing: EVENT, changes: BACK },
      { thing: EVENT, changes: REVIVED },
    ],
  },
  event_cancelled: {
    data: ofEvent,
    args: [{ thing: { ...EVENT, status: 'cancelled' }, changes: CANCELLED }],
  },
  programme_changed: {
    data: { conference_id: 3, event_ids: [12], agenda_item_ids: [7] },
    args: [
      { conference: null, lines: [EVENT, { ...TALK, status: 'cancelled' }], more: 2 },
      { conference: CONFERENCE.name, lines: [], more: 0 },
    ],
  },
  conference_updated: {
    data: { conference_id: 3, changes: {} },
    args: [
      { ...CONFERENCE, changes: LATER },
      { ...CONFERENCE, changes: {} },
    ],
  },
  conference_cancelled: {
    data: { conference_id: 3, reason: 'cancelled' },
    args: [
      { name: CONFERENCE.name, reason: 'cancelled' },
      { name: CONFERENCE.name, reason: 'archived' },
      { name: CONFERENCE.name, reason: 'deleted' },
    ],
  },
  agenda_item_updated: {
    data: ofItem,
    args: [
      { thing: TALK, changes: MOVED },
      { thing: TALK, changes: BACK },
      { thing: TALK, changes: REVIVED },
    ],
  },
  agenda_item_cancelled: {
    data: ofItem,
    args: [{ thing: { ...TALK, status: 'cancelled' }, changes: CANCELLED }],
  },
  conference_promoted: { data: { conference_id: 3 }, args: [{ name: CONFERENCE.name }] },
  seat_given: {
    data: { event_id: 12, status: 'registered' },
    args: [
      { names: ['Regatta'], more: 0, status: 'registered' },
      { names: ['Regatta'], more: 0, status: 'waitlisted' },
    ],
  },
  seat_taken: {
    data: { conference_id: 3, status: 'cancelled' },
    args: [
      { names: [CONFERENCE.name], more: 0, status: 'cancelled' },
      { names: [CONFERENCE.name], more: 0, status: 'waitlisted' },
    ],
  },
  warning: { data: {}, args: [{}] },
  partner_minted: { data: { mint_id: 1, token_id: null, explorer_url: null }, args: [{}] },
  quest_task_approved: {
    data: { quest_id: 1, task_id: 4, points: 10 },
    args: [
      { title: 'Find the anchor', points: 10 },
      { title: 'Treasure of the quay', points: 30, count: 3 },
    ],
  },
  quest_task_rejected: {
    data: { quest_id: 1, task_id: 4, reason: null },
    args: [{ title: 'A line about the sea', reason: 'Too short' }],
  },
  quest_registration_approved: {
    data: { quest_id: 1, reason: null },
    args: [{ title: 'Night watch', reason: null }],
  },
  quest_registration_rejected: {
    data: { quest_id: 1, reason: null },
    args: [{ title: 'Night watch', reason: 'All places are taken' }],
  },
  quest_completed: {
    data: { quest_id: 1, points: 50 },
    args: [{ title: 'Treasure of the quay', points: 50 }],
  },
  seat_check: {
    data: { conference_id: 3 },
    args: [{ title: '(by the organizers)', body: '(by the organizers)' }],
  },
  quest_reminder: {
    data: { quest_id: 1 },
    args: [{ title: '(by the organizers)', body: '(by the organizers)' }],
  },
  points_adjusted: {
    data: { delta: 25, reason: '', quest_id: 1, conference_id: null },
    args: [
      { delta: 25, reason: 'You carried the boats' },
      { delta: -5, reason: 'Counted twice' },
    ],
  },
  rating_request: {
    data: { conference_id: 3, day: '2026-05-14' },
    args: [{ name: 'Computing by the Sea', day: '2026-05-14' }],
  },
  session_reminder: {
    data: {
      sessions: [
        { event_id: null, agenda_item_id: 7 },
        { event_id: null, agenda_item_id: 8 },
      ],
    },
    args: [
      {
        lines: [
          { ...TALK, subjects: ['agenda_item:7'] },
          { ...TALK, title: 'Nets and knots', place: 'Great Hall', subjects: ['agenda_item:8'] },
        ],
      },
    ],
  },
  welcome: {
    data: { conference_id: 3 },
    args: [{ title: '(by the organizers)', body: '(by the organizers)' }],
  },
  message: { data: {}, args: [{ title: '(by the organizers)', body: '(by the organizers)' }] },
};
