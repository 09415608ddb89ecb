import type { Config } from '../config.ts';
import { DEMO_PEOPLE } from './demo-data.ts';
import { CHATS_PORT, type LocalEnvironment } from './environment.ts';
import { signInitData } from './launch-data.ts';

/**
 * The text in the terminal after a start in development: addresses, the admin key, calls to paste.
 * It shows generated secrets only, and nothing that is signed with a secret of the operator.
 */
export function startText(
  { adminApiKeys, messenger }: Config,
  {
    address,
    movedTo,
    generated,
    chatsUrl,
    databaseUrl,
  }: { address: string } & Omit<LocalEnvironment, 'env' | 'stop'>,
): string {
  const isKeyGenerated = generated.includes('ADMIN_API_KEY');
  const key = isKeyGenerated ? adminApiKeys[0] : '<your ADMIN_API_KEY>';
  const api = `${address}/api/v1`;
  const [attendee] = DEMO_PEOPLE;
  const lines = [
    `Hallway runs at ${address}`,
    `Console:        ${address}/admin (for organizers; sign in with the admin key)`,
    `Mini app:       ${address}/demo (an example; open it as ${DEMO_PEOPLE[0]?.first_name} or ${DEMO_PEOPLE[1]?.first_name})`,
    `API reference:  ${api}/docs`,
    `Admin key:      ${isKeyGenerated ? key : 'the one that you set in ADMIN_API_KEY'}`,
    ...(chatsUrl
      ? [
          `Chats:          ${chatsUrl} (what the bot writes to the demo people${movedFrom(chatsUrl)})`,
        ]
      : []),
    ...(databaseUrl ? [`Database:       psql '${databaseUrl}'`] : []),
    ...(movedTo
      ? [
          `The database is in ${movedTo}: PostgreSQL runs as a non-root user, which cannot enter the project folder.`,
        ]
      : []),
    '',
    `Anyone:         curl '${api}/events?upcoming=true'`,
  ];
  if (messenger.botToken && generated.includes('MESSENGER_BOT_TOKEN') && attendee) {
    const initData = signInitData(attendee, { at: new Date(), botToken: messenger.botToken });
    lines.push(
      `${`${attendee.first_name} (a day):`.padEnd(16)}curl '${api}/users/me' -H 'X-Messenger-Auth: ${initData}'`,
    );
  }
  lines.push(`Organizers:     curl '${api}/admin/users' -H 'X-API-Key: ${key}'`);
  return `\n${lines.join('\n')}\n\n`;
}

const movedFrom = (chatsUrl: string): string =>
  new URL(chatsUrl).port === String(CHATS_PORT) ? '' : `; port ${CHATS_PORT} is taken`;
