import type { Config } from '../config.ts';
import { DEMO_PEOPLE } from './demo-conference.ts';
import { signInitData } from './launch-data.ts';

/** What a person at the terminal needs to begin: where it runs, and a call of each kind to paste. */
export function startText(
  { adminApiKeys, messenger }: Config,
  { address, movedTo }: { address: string; movedTo: string | undefined },
): string {
  const api = `${address}/api/v1`;
  const [person] = DEMO_PEOPLE;
  const lines = [
    `Hallway runs at ${address}`,
    `API reference:  ${api}/docs`,
    `Admin key:      ${adminApiKeys[0]}`,
    ...(movedTo
      ? [
          `The database is kept in ${movedTo}: PostgreSQL does not run as root, and nobody else can enter this folder.`,
        ]
      : []),
    '',
    `Anybody:        curl '${api}/events?upcoming=true'`,
  ];
  if (messenger.botToken && person) {
    const initData = signInitData(person, { at: new Date(), botToken: messenger.botToken });
    lines.push(
      `${person.first_name}, for a day: curl '${api}/users/me' -H 'X-Messenger-Auth: ${initData}'`,
    );
  }
  lines.push(`Organisers:     curl '${api}/admin/users' -H 'X-API-Key: ${adminApiKeys[0]}'`);
  return `\n${lines.join('\n')}\n\n`;
}
