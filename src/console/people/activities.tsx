import type { ComponentChildren } from 'preact';
import type { AdminUserDetails } from '../../client/operations.d.ts';
import { doneText, messageText, whoOf } from '../lib/audit-words.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';

interface Props {
  readonly user: AdminUserDetails;
  readonly timezone: string;
}

/** What a user did and received, the latest first, and what was changed of them. */
export function Activities({ user, timezone }: Props) {
  const { moment } = zoneOf(timezone);
  const { quests, feedback, messages, media, audit_log } = user;
  return (
    <div class="columns">
      {quests && (
        <Group title={t('people.quests')} count={quests.count}>
          {quests.latest.map((one) => (
            <Entry
              key={one.quest_id}
              text={one.title}
              more={[
                t(`people.quest.${one.status}`),
                t('people.quest.points', { points: one.points }),
              ]}
            />
          ))}
        </Group>
      )}
      {feedback && (
        <Group title={t('people.feedback')} count={feedback.count}>
          {feedback.latest.map((one) => (
            <Entry
              key={one.id}
              text={one.message ?? t('people.stars', { rating: one.rating ?? 0 })}
              more={[one.category, moment(one.created_at)]}
            />
          ))}
        </Group>
      )}
      {messages && (
        <Group title={t('people.messages')} count={messages.count}>
          {messages.latest.map((one) => (
            <Entry
              key={one.id}
              text={one.title ?? messageText(one.type)}
              more={[
                one.delivery_status && t(`people.delivery.${one.delivery_status}`),
                one.reason,
                moment(one.created_at),
              ]}
            />
          ))}
        </Group>
      )}
      {media && (
        <Group title={t('people.media')} count={media.count}>
          {media.latest.map((one) => (
            <Entry
              key={one.id}
              text={t(`people.media.${one.kind}`, { id: one.id })}
              more={[t(`people.media.${one.purpose}`), moment(one.created_at)]}
            />
          ))}
        </Group>
      )}
      <Group title={t('people.changes')} count={audit_log.length}>
        {audit_log.map((one) => (
          <Entry
            key={one.id}
            text={`${whoOf(one)} ${doneText(one.action, 'user').join('')}`}
            more={[reasonOf(one.after), moment(one.at)]}
          />
        ))}
      </Group>
    </div>
  );
}

/** Why an organizer did it, where they said so. */
const reasonOf = (after: Readonly<Record<string, unknown>> | null): string | null =>
  typeof after?.reason === 'string' ? after.reason : null;

interface GroupProps {
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

const Group = ({ title, count, children }: GroupProps) => (
  <section>
    <h2>{t('people.counted', { title, count: number(count) })}</h2>
    {count === 0 ? <p class="muted">{t('people.nothing')}</p> : <ul class="rows">{children}</ul>}
  </section>
);

const Entry = ({ text, more }: { text: string; more: readonly (string | null)[] }) => (
  <li>
    {text}
    <small>{more.filter(Boolean).join(' · ')}</small>
  </li>
);
