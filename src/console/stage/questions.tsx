import type { AdminQuestion, QuestionStatus } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { ageText, counted, number, t } from '../lib/text.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import type { Moderation } from './moderation.ts';

interface Props {
  readonly item_id: number;
  readonly status: QuestionStatus;
  readonly moderation: Moderation;
  /** Left out while it is empty. */
  readonly isOptional?: boolean;
}

/** What can be done with a question of a status, the most frequent first. */
const DECISIONS = {
  waiting: ['visible', 'hidden'],
  visible: ['answered', 'hidden'],
  answered: ['visible'],
  hidden: ['visible'],
} as const satisfies Readonly<
  Record<QuestionStatus, readonly ('visible' | 'answered' | 'hidden')[]>
>;
const ICONS = {
  visible: 'eye',
  answered: 'check',
  hidden: 'x',
} as const satisfies Readonly<Record<string, IconName>>;

/** The questions of a status: those that wait as they came, the others by votes. */
export function useQuestions(item_id: number, status: QuestionStatus) {
  const sort = status === 'waiting' ? 'answered' : '-votes';
  const filter = { id: item_id, status, sort } as const;
  return useRows(['questions', filter], (asked, signal) =>
    api.call('listAdminQuestions', { params: { ...filter, ...asked }, signal }),
  );
}

export function Questions({ item_id, status, moderation, isOptional = false }: Props) {
  const isModerator = useMay()('questions:moderate');
  const list = useQuestions(item_id, status);
  const { rows = [] } = list;
  // On a phone it has a tab.
  if (isOptional && list.rows?.length === 0) return null;
  return (
    <section class="card" aria-label={t(`stage.${status}`)}>
      <header>
        <h2>
          {t(`stage.${status}`)} <span class="count">{number(countOf(list) ?? rows.length)}</span>
        </h2>
        {isModerator && status === 'waiting' && rows.length > 1 && (
          <button
            type="button"
            class="btn quiet"
            disabled={moderation.isBusy}
            onClick={() => moderation.showAll(rows.slice(0, MOST_AT_ONCE))}
          >
            {t('stage.show-all')}
          </button>
        )}
      </header>
      <Listing list={list} empty={t('stage.empty')} filters={[]}>
        {(shown) => (
          <ul class="rows">
            {shown.map((row) => (
              <li key={row.id}>
                <p dir="auto">{row.text}</p>
                <p class="muted">{aboutOf(row)}</p>
                {isModerator && <Buttons row={row} moderation={moderation} />}
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </section>
  );
}

/** How many questions a list has. */
export const countOf = ({ first }: ReturnType<typeof useQuestions>): number | undefined =>
  first?.pagination.total;

/** The most ids of a bulk decision. */
const MOST_AT_ONCE = 100;

const aboutOf = ({ user, votes, reports, created_at }: AdminQuestion): string =>
  [
    nameOf(user) || t('stage.erased'),
    counted('stage.votes', votes),
    reports > 0 && counted('stage.reports', reports),
    ageText(created_at),
  ]
    .filter(Boolean)
    .join(' · ');

/** Under the words, in reach of a thumb. */
const LEFT = { justifyContent: 'start', marginBlockStart: '8px' };

function Buttons({ row, moderation }: { row: AdminQuestion; moderation: Moderation }) {
  const { merging, merge, mergeInto, decide, isBusy } = moderation;
  if (merging && merging.id !== row.id) {
    if (row.status === 'hidden') return null;
    return (
      <div class="buttons" style={LEFT}>
        <button type="button" class="btn primary" disabled={isBusy} onClick={() => mergeInto(row)}>
          <Icon name="git-merge" />
          {t('stage.merge-into')}
        </button>
      </div>
    );
  }
  if (merging) return null;
  return (
    <div class="buttons" style={LEFT}>
      {DECISIONS[row.status].map((status) => (
        <button
          key={status}
          type="button"
          class="btn"
          disabled={isBusy}
          onClick={() => decide(row, status)}
        >
          <Icon name={ICONS[status]} />
          {t(`stage.to.${status}`)}
        </button>
      ))}
      {row.status !== 'hidden' && (
        <button type="button" class="btn quiet" disabled={isBusy} onClick={() => merge(row)}>
          <Icon name="git-merge" />
          {t('stage.merge')}
        </button>
      )}
    </div>
  );
}
