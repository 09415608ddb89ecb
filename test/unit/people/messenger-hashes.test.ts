import { adminUserView } from '../../../src/domain/people/admin-users.ts';
import { messengerHash } from '../../../src/domain/people/messenger-hashes.ts';
import { hiddenProfile, type ProfileRow } from '../../../src/domain/people/profiles.ts';
import type { User } from '../../../src/domain/people/users.ts';

const OLD = 'an-old-secret-of-the-tests-0123456789';
const NEW = 'a-new-secret-of-the-tests-01234567890';

it('a messenger id is recognized under every key, and stored under the newest', () => {
  const [before, after] = [messengerHash([OLD])(42), messengerHash([NEW, OLD])(42)];
  expect(after.all).toEqual([after.newest, before.newest]);
  expect(after.newest).toMatch(/^[0-9a-f]{64}$/);
  expect(after.key_id).toBe(messengerHash([NEW])(7).key_id);
  expect(after.key_id).not.toBe(before.key_id);
  expect(new Set([...after.all, messengerHash([NEW])(43).newest]).size).toBe(3);
});

it('administrators see a user with social links', () => {
  const user = { id: 7, socials: { github: 'ada' } } as unknown as User;
  const github = { handle: 'ada', url: 'https://github.com/ada' };
  expect(adminUserView(user)).toEqual({ id: 7, socials: { github } });
});

it('the profile of a hidden user has a first name alone', () => {
  const user: ProfileRow = {
    ...{
      id: 7,
      first_name: 'Ada',
      last_name: 'Lovelace',
      photo_url: 'u',
      headline: 'h',
      company: 'c',
    },
    ...{ job_title: 'j', interests: ['i'], points: 9, created_at: '2030-01-01T00:00:00.000Z' },
    ...{ username: 'ada', bio: 'b', looking_for: 'l', offering: 'o', socials: { github: 'ada' } },
    ...{ contact_visible: true, connection_status: 'none' },
  };
  const none = {
    last_name: null,
    photo_url: null,
    headline: null,
    company: null,
    job_title: null,
    created_at: null,
  };
  const texts = { bio: null, looking_for: null, offering: null, connection_status: 'none' };
  expect(hiddenProfile(user)).toEqual({
    id: 7,
    first_name: 'Ada',
    interests: [],
    points: 0,
    ...none,
    ...texts,
  });
});
