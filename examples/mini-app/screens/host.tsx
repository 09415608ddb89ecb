import { useQuery } from '@tanstack/preact-query';
import { Line, List } from '../cards.tsx';
import { all, api } from '../lib/api.ts';
import { joined, t } from '../lib/text.ts';
import { Ask, Button, Form, useChange } from '../parts.tsx';

/** What the host of a side event does with it; nothing for others, for whom it does not exist. */
export function Host({ id }: { id: number }) {
  const params = { id };
  const requests = useQuery(all('event', 'listHostedRequests', { params })).data ?? [];
  const attendees = useQuery(all('event', 'listHostedAttendees', { params })).data ?? [];
  const decide = useChange<{ ids: number[]; decision: 'approve' | 'reject' }>(['event'], (body) =>
    api.call('decideHostedRequests', { params, body }),
  );
  const admit = useChange<string>(['event'], (code) =>
    api.call('checkInHostedAttendee', { params, body: { code } }),
  );
  const cancel = useChange(['event', 'state'], () => api.call('cancelHostedEvent', { params }));
  return (
    <section>
      <List title={t('host.requests')} of={requests}>
        {({ request_id, user: { first_name, last_name, company } }) => (
          <Line key={request_id} icon="users" title={joined(first_name, last_name)} more={company}>
            <Button
              {...decide}
              icon="check"
              text={t('host.approve')}
              run={() => decide.run({ ids: [request_id], decision: 'approve' })}
            />
            <Button
              {...decide}
              icon="x"
              text={t('host.decline')}
              run={() => decide.run({ ids: [request_id], decision: 'reject' })}
            />
          </Line>
        )}
      </List>
      <List title={t('host.attendees')} of={attendees}>
        {({ id: userId, first_name, last_name, status }) => (
          <Line
            key={userId}
            icon={status === 'checked_in' ? 'check' : 'users'}
            title={joined(first_name, last_name)}
            more={t(`host.${status}`)}
          />
        )}
      </List>
      <Form
        text={t('host.admit')}
        isBusy={admit.isBusy}
        send={(given, done) => admit.run(String(given.get('code')).trim(), done)}
      >
        <label>
          {t('host.code')}
          <input name="code" required autocomplete="off" />
        </label>
      </Form>
      <Ask
        {...cancel}
        text={t('host.cancel')}
        title={t('host.cancel')}
        more={t('host.cancel.more')}
      />
    </section>
  );
}
