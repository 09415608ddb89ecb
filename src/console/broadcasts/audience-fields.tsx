import { useContext, useState } from 'preact/hooks';
import type { Audience } from '../../client/operations.d.ts';
import { Access, useMay } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { languageName, number, t } from '../lib/text.ts';
import {
  ATTENDANCES,
  BASES,
  baseOf,
  type Filters,
  ONBOARDING_STATUSES,
  QUEST_STATUSES,
  withBase,
  withFilters,
} from './audience.ts';
import type { Choices } from './choices.ts';
import { IdsField } from './ids-field.tsx';
import { MomentField } from './moment-field.tsx';

interface Props {
  readonly audience: Audience;
  readonly set: (audience: Audience) => void;
  readonly conference: Conference;
  readonly choices: Choices;
}

/** Who gets a broadcast: whose users, and every filter that they must match. */
export function AudienceFields({ audience, set, conference, choices }: Props) {
  const isLimited = useContext(Access)?.conference_ids != null;
  // At the start only: cleared filters do not close what the organizer opened.
  const [isOpen] = useState(() => hasFilters(audience));
  const base = baseOf(audience);
  const bases = BASES.filter((one) => one !== 'all' || !isLimited || base === 'all');
  const filter = (filters: Filters) => set(withFilters(audience, filters));
  return (
    <>
      <label class="field">
        {t('compose.readers')}
        <select
          value={base}
          onChange={({ currentTarget }) => {
            const wanted = BASES.find((one) => one === currentTarget.value) ?? 'conference';
            set(withBase(audience, wanted, conference.id));
          }}
        >
          {bases.map((one) => (
            <option key={one} value={one}>
              {t(`audience.base.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {base === 'all' && <p class="note warn">{t('audience.all.warning')}</p>}
      {base === 'events' && (
        <Several
          label={t('audience.events')}
          options={choices.events.map(({ id, title }) => ({ value: id, text: title }))}
          chosen={audience.event_ids ?? []}
          choose={(event_ids) => filter({ event_ids })}
        />
      )}
      {base !== 'all' && (
        <Several
          label={t('audience.attendance')}
          hint={t('audience.attendance.any')}
          options={ATTENDANCES.map((one) => ({
            value: one,
            text: t(`audience.attendance.${one}`),
          }))}
          chosen={audience.attendance ?? []}
          choose={(attendance) => filter({ attendance: orNone(attendance) })}
        />
      )}
      <details open={isOpen}>
        <summary>{t('audience.more')}</summary>
        <MoreFilters
          audience={audience}
          filter={filter}
          conference={conference}
          choices={choices}
        />
      </details>
    </>
  );
}

type FiltersProps = Omit<Props, 'set'> & { filter: (filters: Filters) => void };

function MoreFilters({ audience, filter, conference: { timezone }, choices }: FiltersProps) {
  const may = useMay();
  const { filters, quests } = choices;
  return (
    <>
      <Several
        label={t('audience.ticket_types')}
        options={valuesOf(filters?.ticket_types)}
        chosen={audience.ticket_types ?? []}
        choose={(ticket_types) => filter({ ticket_types: orNone(ticket_types) })}
      />
      <Several
        label={t('audience.language_codes')}
        options={valuesOf(filters?.language_codes, languageName)}
        chosen={audience.language_codes ?? []}
        choose={(language_codes) => filter({ language_codes: orNone(language_codes) })}
      />
      <Several
        label={t('audience.interests')}
        options={valuesOf(filters?.interests)}
        chosen={audience.interests ?? []}
        choose={(interests) => filter({ interests: orNone(interests) })}
      />
      <Several
        label={t('audience.onboarding')}
        options={ONBOARDING_STATUSES.map((one) => ({
          value: one,
          text: t(`audience.onboarding.${one}`),
        }))}
        chosen={audience.onboarding_statuses ?? []}
        choose={(statuses) => filter({ onboarding_statuses: orNone(statuses) })}
      />
      <QuestFilter audience={audience} filter={filter} quests={quests} />
      <MomentField
        name="created_from"
        label={t('audience.created_from')}
        value={audience.created_from ?? null}
        timezone={timezone}
        set={(from) => filter({ created_from: from ?? undefined })}
      />
      <MomentField
        name="created_to"
        label={t('audience.created_to')}
        value={audience.created_to ?? null}
        timezone={timezone}
        set={(to) => filter({ created_to: to ?? undefined })}
      />
      <IdsField
        label={t('audience.user_ids')}
        ids={audience.user_ids}
        set={(user_ids) => filter({ user_ids })}
      />
      {may('people:contacts') && (
        <IdsField
          label={t('audience.messenger_ids')}
          ids={audience.messenger_ids}
          set={(messenger_ids) => filter({ messenger_ids })}
        />
      )}
    </>
  );
}

function QuestFilter({
  audience: { quest_id, quest_status },
  filter,
  quests,
}: Pick<FiltersProps, 'audience' | 'filter'> & Pick<Choices, 'quests'>) {
  const isMissing = quest_id !== undefined && !quests.some(({ id }) => id === quest_id);
  return (
    <div class="columns">
      <label class="field">
        {t('audience.quest')}
        <select
          value={quest_id ?? ''}
          onChange={({ currentTarget }) => {
            const id = Number(currentTarget.value);
            const status = quest_status ?? 'in_progress';
            filter(
              id > 0
                ? { quest_id: id, quest_status: status }
                : { quest_id: undefined, quest_status: undefined },
            );
          }}
        >
          <option value="">{t('audience.quest.any')}</option>
          {isMissing && <option value={quest_id}>{quest_id}</option>}
          {quests.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {quest_status && (
        <label class="field">
          {t('audience.quest_status')}
          <select
            value={quest_status}
            onChange={({ currentTarget }) =>
              filter({ quest_status: QUEST_STATUSES.find((one) => one === currentTarget.value) })
            }
          >
            {QUEST_STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`audience.quest.${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

interface SeveralProps<V extends string | number> {
  readonly label: string;
  /** What no choice means. */
  readonly hint?: string;
  readonly options: readonly { readonly value: V; readonly text: string }[];
  readonly chosen: readonly V[];
  readonly choose: (values: readonly V[]) => void;
}

/** Some of several values. A chosen one that is not offered any more stays, and is shown. */
function Several<V extends string | number>({
  label,
  hint,
  options,
  chosen,
  choose,
}: SeveralProps<V>) {
  const gone = chosen.filter((value) => !options.some((one) => one.value === value));
  const shown = [...options, ...gone.map((value) => ({ value, text: String(value) }))];
  if (shown.length === 0) return null;
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {hint && <p class="muted">{hint}</p>}
      {shown.map(({ value, text }) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              choose(
                currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
              )
            }
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

const orNone = <V,>(values: readonly V[]): readonly V[] | undefined =>
  values.length > 0 ? values : undefined;

const valuesOf = (
  values: readonly { readonly value: string; readonly count: number }[] = [],
  nameOf = (value: string) => value,
) => values.map(({ value, count }) => ({ value, text: `${nameOf(value)} (${number(count)})` }));

const hasFilters = ({ all, conference_ids, event_ids, attendance, ...rest }: Audience): boolean =>
  Object.keys(rest).length > 0;
