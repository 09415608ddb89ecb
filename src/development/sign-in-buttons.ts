import type { Config } from '../config.ts';
import { DEMO_PEOPLE } from './demo-data.ts';
import { signInitData } from './launch-data.ts';

/** Sign-in buttons of the docs page: an attendee of the demo conference, and an organizer. */
export function signInButtons({ adminApiKeys, messenger }: Config) {
  const [attendee] = DEMO_PEOPLE;
  const { botToken } = messenger;
  const [adminApiKey = ''] = adminApiKeys;
  return [
    ...(attendee && botToken
      ? [
          {
            label: `Sign in as ${attendee.first_name}`,
            scheme: 'messenger' as const,
            credential: () => signInitData(attendee, { at: new Date(), botToken }),
          },
        ]
      : []),
    { label: 'Sign in as organizer', scheme: 'apiKey' as const, credential: () => adminApiKey },
  ];
}
