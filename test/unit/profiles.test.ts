import { type ProfileRow, publicProfile } from '../../src/domain/people/profiles.ts';
import { CONNECTION_STATUSES_TO_VIEWER } from '../../src/domain/people/users.ts';

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
  socials: { github: 'ada' },
  ...viewer,
});
const GITHUB = { github: { handle: 'ada', url: 'https://github.com/ada' } };

describe('a profile', () => {
  it('shows an anonymous viewer no username, socials, bio or standing, not even as null', () => {
    const seen = publicProfile(row({ contact_visible: false, connection_status: null }));

    expect(seen).toStrictEqual(OPEN);
  });

  it.each(CONNECTION_STATUSES_TO_VIEWER)(
    'shows a signed-in viewer the bio and the standing %s',
    (status) => {
      const seen = publicProfile(row({ contact_visible: false, connection_status: status }));

      expect(seen).toStrictEqual({ ...OPEN, bio: 'Notes', connection_status: status });
    },
  );

  it('shows username and socials where the person lets the viewer see them', () => {
    const seen = publicProfile(row({ contact_visible: true, connection_status: 'accepted' }));

    expect(seen).toStrictEqual({
      ...OPEN,
      bio: 'Notes',
      connection_status: 'accepted',
      username: 'ada',
      socials: GITHUB,
    });
  });

  it('tells that something is empty apart from not being shown', () => {
    const bare = { ...row({ contact_visible: true, connection_status: 'none' }), username: null };

    expect(publicProfile({ ...bare, bio: null, socials: {} })).toMatchObject({
      username: null,
      bio: null,
      socials: {},
    });
  });
});
