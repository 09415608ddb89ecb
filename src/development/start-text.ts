import type { Config } from '../config.ts';
import { DEMO_PEOPLE } from './demo-data.ts';
import { signInitData } from './launch-data.ts';

/** What the terminal shows after a start in development: addresses, the admin key, calls to paste. */
export function startText(
  { adminApiKeys, messenger }: Config,
  { address, movedTo }: { address: string; movedTo: string | undefined },
): string {
  const api = `${address}/api/v1`;
  const [attendee] = DEMO_PEOPLE;
  const lines = [
    `Hallway runs at ${address}`,
    `API reference:  ${api}/docs`,
    `Admin key:      ${adminApiKeys[0]}`,
    ...(movedTo
      ? [
          `The database is in ${movedTo}: PostgreSQL runs as a non-root user, which cannot enter the project folder.`,
        ]
      : []),
    '',
    `Anyone:         curl '${api}/events?upcoming=true'`,
  ];
  if (messenger.botToken && attendee) {
    const initData = signInitData(attendee, { at: new Date(), botToken: messenger.botToken });
    lines.push(
      `${`${attendee.first_name} (a day):`.padEnd(16)}curl '${api}/users/me' -H 'X-Messenger-Auth: ${initData}'`,
    );
  }
  lines.push(`Organizers:     curl '${api}/admin/users' -H 'X-API-Key: ${adminApiKeys[0]}'`);
  return `\n${lines.join('\n')}\n\n`;
}
