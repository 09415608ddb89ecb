import { useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import type { SeatDecisions, SeatRequest } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useKeys } from '../lib/keys.ts';
import { nameOf } from '../lib/person.ts';
import { codeText, sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Reason } from '../parts/reason.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';
import { AnswerLines } from '../registration/answers.tsx';
import { useHeld } from './held.ts';

const STATUSES = ['pending', 'rejected'] as const;
type Decision = SeatDecisions & { readonly ids: number[] };

/** Requests for seats and for places in quests: by keyboard, each with ten seconds to undo it. */
export function Requests({
  conference: { id: conference_id, timezone },
}: {
  conference: Conference;
}) {
  const { moment } = zoneOf(timezone);
  const [search, setSearch] = useSearchParams();
  const status = STATUSES.find((one) => one === search.get('status')) ?? 'pending';
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [at, setAt] = useState(0);
  const [isOver, setOver] = useState(false);
  const [isEverywhere, setEverywhere] = useState(false);
  const [rejected, setRejected] = useState<readonly number[]>();
  const [failed, setFailed] = useState<Readonly<Record<number, string>>>({});
  const of = { include: 'answers', ...(!isEverywhere && { conference_id }) };
  const list = useRows(['requests', of, status], (asked, signal) =>
    api.call('listRegistrationRequests', { params: { ...of, status, ...asked }, signal }),
  );
  const held = useHeld<Decision>((body) => {
    void send(body).finally(() => queries.invalidateQueries({ queryKey: ['requests'] }));
  });
  const send = async (body: Decision) => {
    try {
      const { results } = await api.call('decideRegistrationRequests', { body });
      const refused = results.filter(({ code }) => code);
      setFailed((old) => ({
        ...old,
        ...Object.fromEntries(refused.map(({ id, code = '' }) => [id, codeText(code)])),
      }));
      if (refused.length > 0) say(t('moderation.requests.refused', { count: refused.length }));
      held.show(refused.map(({ id }) => id));
    } catch (error) {
      say(sentenceOf(error));
      held.show(body.ids);
    }
  };
  const rows = list.rows?.filter(({ id }) => !held.hidden.has(id));
  const current = rows?.[Math.min(at, rows.length - 1)];
  const ids = chosen.length > 0 ? chosen : current ? [current.id] : [];
  const decide = (decision: Decision['decision'], of: readonly number[], reason?: string) => {
    if (of.length === 0) return;
    const body = { ids: [...of], decision, over_capacity: isOver, ...(reason && { reason }) };
    setChosen([]);
    say(t(`moderation.requests.done.${decision}`, { count: of.length }), held.hold(body));
  };
  const move = (by: number) => setAt(Math.max(0, Math.min((rows?.length ?? 1) - 1, at + by)));
  useKeys({
    a: () => decide('approve', ids),
    d: () => status === 'pending' && ids.length > 0 && setRejected(ids),
    j: () => move(1),
    k: () => move(-1),
  });
  return (
    <>
      <div class="filters">
        <label class="field">
          {t('moderation.status')}
          <select
            value={status}
            onChange={({ currentTarget }) =>
              setSearch({ tab: 'requests', status: currentTarget.value })
            }
          >
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`moderation.requests.status.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isEverywhere}
            onChange={() => setEverywhere(!isEverywhere)}
          />
          {t('moderation.requests.everywhere')}
        </label>
        <label class="check">
          <input type="checkbox" checked={isOver} onChange={() => setOver(!isOver)} />
          {t('moderation.requests.over')}
        </label>
      </div>
      <Listing list={{ ...list, rows }} empty={t('moderation.none')}>
        {(shown) => (
          <Table
            label={t('moderation.tab.requests')}
            head={[
              { hidden: t('moderation.choose') },
              t('moderation.person'),
              t('moderation.about'),
              t('moderation.message'),
              t('moderation.requested', { zone: timezone }),
              { hidden: t('moderation.requests.decide') },
            ]}
          >
            {shown.map((row) => (
              <tr key={row.id} aria-current={row === current ? 'true' : undefined}>
                <td>
                  <label class="check">
                    <input
                      type="checkbox"
                      aria-label={t('moderation.choose-name', { name: nameOf(row.user) })}
                      checked={chosen.includes(row.id)}
                      onChange={() =>
                        setChosen(
                          chosen.includes(row.id)
                            ? chosen.filter((id) => id !== row.id)
                            : [...chosen, row.id],
                        )
                      }
                    />
                  </label>
                </td>
                <th scope="row">
                  {nameOf(row.user)}
                  <small>{detailsOf(row)}</small>
                </th>
                <td>{row.event?.title ?? row.quest?.title ?? row.conference?.name}</td>
                <td>
                  {row.message ?? row.reason}
                  <AnswerLines of={row.answers} />
                  {failed[row.id] && <p class="problem">{failed[row.id]}</p>}
                </td>
                <td>{moment(row.requested_at)}</td>
                <td class="actions">
                  <Decide
                    name={nameOf(row.user)}
                    does="approve"
                    act={() => decide('approve', [row.id])}
                  />
                  {status === 'pending' ? (
                    <Decide
                      name={nameOf(row.user)}
                      does="reject"
                      act={() => setRejected([row.id])}
                    />
                  ) : (
                    <Decide
                      name={nameOf(row.user)}
                      does="reopen"
                      act={() => decide('reopen', [row.id])}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      {chosen.length > 0 && (
        <section class="bulk" aria-label={t('moderation.choose')}>
          <strong role="status">{t('table.chosen', { count: chosen.length })}</strong>
          <button type="button" class="btn" onClick={() => decide('approve', chosen)}>
            <Icon name="check" />
            {t('moderation.approve', { count: chosen.length })}
          </button>
          {status === 'pending' && (
            <button type="button" class="btn" onClick={() => setRejected(chosen)}>
              <Icon name="x" />
              {t('moderation.reject', { count: chosen.length })}
            </button>
          )}
        </section>
      )}
      {rejected && (
        <Reason
          title={t('moderation.reject', { count: rejected.length })}
          close={() => setRejected(undefined)}
          submit={(reason) => decide('reject', rejected, reason)}
        />
      )}
    </>
  );
}

interface DecideProps {
  readonly name: string;
  readonly does: Decision['decision'];
  readonly act: () => void;
}

const ICON_OF = { approve: 'check', reject: 'x', reopen: 'history' } as const;

function Decide({ name, does, act }: DecideProps) {
  return (
    <button
      type="button"
      class="btn"
      aria-label={t(`moderation.requests.${does}-name`, { name })}
      onClick={act}
    >
      <Icon name={ICON_OF[does]} />
      {t(`moderation.requests.${does}`)}
    </button>
  );
}

/** An unsigned call proves nothing about the user, so the row says it. */
const detailsOf = ({ user, source }: SeatRequest): string =>
  [
    user.job_title,
    user.company,
    user.is_blocked && t('moderation.blocked'),
    source === 'public' && t('moderation.unsigned'),
  ]
    .filter(Boolean)
    .join(' · ');
