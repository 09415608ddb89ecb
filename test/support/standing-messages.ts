import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';

interface RegistrationContext {
  readonly user_id: number;
  /** The message of this notification, which has a delivery. */
  readonly notification_id: number;
  readonly subjects: readonly string[];
  readonly minutesAgo?: number;
  readonly state?: 'sending' | 'standing' | 'gone';
}

let messageId = 1;

/** Inserts what a worker leaves that has sent a message, or is sending it. */
export async function aStandingMessage(
  db: Knex,
  { user_id, notification_id, subjects, minutesAgo = 0, state = 'standing' }: RegistrationContext,
): Promise<void> {
  const at = db.raw(`now() - ?::int * interval '1 minute'`, [minutesAgo]);
  const isSent = state !== 'sending';
  await db('deliveries')
    .where({ notification_id })
    .update(
      isSent
        ? { status: 'sent', answered_at: at, attempts: 1 }
        : {
            status: 'sending',
            run_id: randomUUID(),
            leased_until: db.raw(`now() + interval '20 seconds'`),
            attempts: 1,
          },
    );
  const [row] = await db('bot_messages')
    .insert({
      user_id,
      chat_id: user_id,
      notification_id,
      state,
      ...(isSent && { message_id: messageId++, sent_at: at }),
    })
    .returning<{ id: number }[]>('id');
  await db('bot_message_subjects').insert(
    subjects.map((subject) => ({ subject, bot_message_id: row?.id })),
  );
}
