import { type ProfileRow, publicProfile } from '../../../src/domain/people/profiles.ts';
import { CONNECTION_STATUSES_TO_VIEWER } from '../../../src/domain/people/users.ts';

const OPEN = {
  id: 42,
  first_name: 'Ada',
  last_name: null,
  photo_url: null,
  headline: 'Analyst',
  company: null,
  job_title: null,
  interests: ['mathematics'],
  points: 7,
  created_at: '2026-05-14T09:00:00.000Z',
};
const row = (viewer: Pick<ProfileRow, 'contact_visible' | 'connection_status'>): ProfileRow => ({
  ...OPEN,
  username: 'ada',
  bio: 'Notes',
  looking_for: 'Looms',
  offering: null,
  socials: { github: 'ada' },
  ...viewer,
});
const GITHUB = { github: { handle: 'ada', url: 'https://github.com/ada' } };

describe('a profile', () => {
  it('has no username, social links, bio or connection status for an anonymous viewer, even as null', () => {
    const profile = publicProfile(row({ contact_visible: false, connection_status: null }));

    expect(profile).toStrictEqual(OPEN);
  });

  it.each(CONNECTION_STATUSES_TO_VIEWER)(
    'has the bio, what they look for and offer, and the connection status %s for a signed-in viewer',
    (status) => {
      const profile = publicProfile(row({ contact_visible: false, connection_status: status }));

      expect(profile).toStrictEqual({
        ...OPEN,
        bio: 'Notes',
        looking_for: 'Looms',
        offering: null,
        connection_status: status,
      });
    },
  );

  it('has the username and social links if they are visible to the viewer', () => {
    const profile = publicProfile(row({ contact_visible: true, connection_status: 'accepted' }));

    expect(profile).toStrictEqual({
      ...OPEN,
      bio: 'Notes',
      looking_for: 'Looms',
      offering: null,
      connection_status: 'accepted',
      username: 'ada',
      socials: GITHUB,
    });
  });

  it('has null for visible fields that are empty', () => {
    const empty = { ...row({ contact_visible: true, connection_status: 'none' }), username: null };

    expect(publicProfile({ ...empty, bio: null, socials: {} })).toMatchObject({
      username: null,
      bio: null,
      socials: {},
    });
  });
});
