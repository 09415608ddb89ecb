import type { Knex } from 'knex';
import {
  inLanguage,
  type StoredNotification,
} from '../../src/domain/messaging/current-notifications.ts';

type Shown = Readonly<Record<string, unknown>> & { readonly id: number };

/** The rows of a user that the inbox lists, oldest first, with the texts and the data that it shows. */
export async function shownNotifications(db: Knex, user_id?: number): Promise<Shown[]> {
  const rows = db('notifications').where({ in_app: true }).orderByRaw('coalesce(change_id, id)');
  if (user_id !== undefined) rows.where({ user_id });
  const stored: (StoredNotification & Shown)[] = await rows;
  return stored.map((row) => inLanguage(row, 'en'));
}
