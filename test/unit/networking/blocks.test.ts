import { listedBlock } from '../../../src/domain/networking/blocks.ts';
import { type Connection, viewFor } from '../../../src/domain/networking/connections.ts';
import { type ContactRow, contactOf } from '../../../src/domain/networking/contacts.ts';
import { enrichmentJobView } from '../../../src/domain/networking/enrichment-jobs.ts';
import {
  hiddenProfile,
  type ProfileRow,
  publicProfile,
} from '../../../src/domain/people/profiles.ts';

const AT = '2030-05-01T09:00:00.000Z';
const user: ProfileRow = {
  ...{
    id: 7,
    first_name: 'Ada',
    last_name: 'Lovelace',
    photo_url: 'u',
    headline: 'h',
    company: 'c',
  },
  ...{ job_title: 'j', interests: ['i'], points: 9, created_at: AT, username: 'ada', bio: 'b' },
  ...{ looking_for: null, offering: null, socials: { github: 'ada' } },
  ...{ contact_visible: false, connection_status: null },
};
const hidden = (first_name: string) => hiddenProfile({ ...user, id: 8, first_name });

it.each([
  [true, true, publicProfile(user)],
  [false, true, hidden('Ada')],
  [false, false, hidden('Attendee')],
])(
  'a blocked user who is shown: %p, and named: %p, is listed as that',
  (is_shown, is_named, shown) => {
    const row = { id: is_shown ? 7 : 8, user, created_at: AT, is_shown, is_named };
    expect(listedBlock(row)).toEqual({ user: shown, created_at: AT });
  },
);

it.each([
  [true, 'ada', { github: { handle: 'ada', url: 'https://github.com/ada' } }],
  [false, null, {}],
])(
  'a contact whose contacts are visible: %p has the username %p',
  (contact_visible, username, socials) => {
    const row: ContactRow = {
      ...user,
      contact_visible,
      connection_id: 3,
      responded_at: AT,
      conference: 'Tides',
      met_at: null,
      note: 'n',
    };
    expect(contactOf(row)).toEqual({
      ...{ first_name: 'Ada', last_name: 'Lovelace', username, headline: 'h', company: 'c' },
      ...{
        job_title: 'j',
        socials,
        conference: 'Tides',
        met_at: null,
        connected_at: AT,
        note: 'n',
      },
    });
  },
);

it.each([
  [7, 'sent'],
  [8, 'received'],
])('a connection of the requester 7 is for the user %i %s', (userId, direction) => {
  const connection = { id: 3, requester_id: 7, recipient_id: 8 } as Connection;
  expect(viewFor(connection, userId, 'n')).toEqual({ ...connection, direction, note: 'n' });
});

it.each([
  [null, 'running'],
  [AT, 'completed'],
])('an enrichment job that finished at %p is %s', (finished_at, status) => {
  const job = { id: 3, queued: 1, ready: 2, failed: 0, skipped: 4, created_at: AT, finished_at };
  expect(enrichmentJobView({ ...job, is_forced: true })).toEqual({ ...job, status, force: true });
});
