import type { App } from '../app.ts';
import type { User } from '../domain/people/users.ts';
import { REQUESTS } from './demo-data.ts';

/**
 * Connections 1 and 2 to the first user are pending, 3 is accepted; the first user reports the last,
 * whom the third blocks.
 */
export async function demoConnections(
  { blocks, connections, userReports }: App['services'],
  people: readonly User[],
) {
  const [first, ...others] = people;
  const last = others.at(-1);
  if (!first || !last) return;

  const recipient_id = first.id;
  for (const [index, message] of REQUESTS.entries()) {
    const requester = others[index];
    if (requester) await connections.request(requester.id, { recipient_id, message });
  }
  const { connection } = await connections.request(last.id, { recipient_id });
  await connections.answer(first, connection.id, 'accepted');
  await userReports.create(first, last.id, { reason: 'spam', text: 'The same offer to us all.' });
  const [, third] = others;
  if (third) await blocks.create(third.id, last.id);
}
