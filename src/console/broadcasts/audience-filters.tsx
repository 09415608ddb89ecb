import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { Audience } from '../../client/operations.d.ts';
import { Access, useMay } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { languageName, number, t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { Popover } from '../parts/popover.tsx';
import { AnswerFilter } from './answer-filter.tsx';
import {
  ATTENDANCES,
  BASES,
  baseOf,
  type FilterName,
  type Filters,
  fieldsOf,
  filterWords,
  ONBOARDING_STATUSES,
  QUEST_STATUSES,
  withBase,
  withFilters,
} from './audience.ts';
import type { Choices } from './choices.ts';
import { IdsField } from './ids-field.tsx';
import { MomentField } from './moment-field.tsx';
import { type Option, Several } from './several.tsx';

/** Shown while they are on, and where all are asked for. */
const RARE: readonly FilterName[] = [
  'interests',
  'onboarding_statuses',
  'created',
  'user_ids',
  'messenger_ids',
];

interface Props {
  readonly audience: Audience;
  readonly set: (audience: Audience) => void;
  readonly conference: Conference;
  readonly choices: Choices;
}

/** Whose users get a broadcast, and every filter that they must match: each is a chip that opens its fields. */
export function AudienceFilters({ audience, set, conference, choices }: Props) {
  const { filters, quests, answers, titles } = choices;
  const may = useMay();
  const [cleared, setCleared] = useState(0);
  const [hasAll, setAll] = useState(false);
  const base = baseOf(audience);
  const words = filterWords(audience, conference, titles);
  const filter = (changes: Filters) => set(withFilters(audience, changes));
  const several = <N extends SeveralName>(name: N, options: readonly Option[], hint?: string) => (
    <Several
      label={t(`audience.${name}`)}
      hint={hint}
      options={options}
      chosen={audience[name] ?? []}
      choose={(values) => filter({ [name]: values.length > 0 ? values : undefined })}
    />
  );
  const moment = (name: 'created_from' | 'created_to') => (
    <MomentField
      name={name}
      label={t(`audience.${name}`)}
      value={audience[name] ?? null}
      timezone={conference.timezone}
      set={(value) => filter({ [name]: value ?? undefined })}
    />
  );
  const ids = (name: 'user_ids' | 'messenger_ids') => (
    <IdsField
      label={t(`audience.${name}`)}
      ids={audience[name]}
      set={(values) => filter({ [name]: values })}
    />
  );
  const fields: Partial<Record<FilterName, ComponentChildren>> = {
    ...(base !== 'all' && {
      attendance: several(
        'attendance',
        ATTENDANCES.map((value) => ({ value, text: t(`audience.attendance.${value}`) })),
        t('audience.attendance.any'),
      ),
    }),
    ticket_types: several('ticket_types', valuesOf(filters?.ticket_types)),
    quest: <QuestFilter audience={audience} filter={filter} quests={quests} />,
    ...((answers.length > 0 || audience.answer) && {
      answer: <AnswerFilter audience={audience} filter={filter} answers={answers} />,
    }),
    language_codes: several('language_codes', valuesOf(filters?.language_codes, languageName)),
    interests: several('interests', valuesOf(filters?.interests)),
    onboarding_statuses: several(
      'onboarding_statuses',
      ONBOARDING_STATUSES.map((value) => ({ value, text: t(`audience.onboarding.${value}`) })),
    ),
    created: [moment('created_from'), moment('created_to')],
    user_ids: ids('user_ids'),
    ...(may('people:contacts') && { messenger_ids: ids('messenger_ids') }),
  };
  const shown = (Object.keys(fields) as FilterName[]).filter(
    (name) => hasAll || words[name] || !RARE.includes(name),
  );
  return (
    <div class="row">
      <Popover class="chip on" button={words.base}>
        <BaseFilter audience={audience} set={set} conference={conference} choices={choices} />
      </Popover>
      {shown.map((name) => (
        <Popover
          key={name}
          class={words[name] ? 'chip on' : 'chip add'}
          button={words[name] ?? <Add name={name} />}
        >
          {/* Inputs that keep what was typed begin again once it is cleared. */}
          <div key={cleared}>{fields[name]}</div>
          {words[name] && (
            <button
              type="button"
              class="btn"
              onClick={() => {
                setCleared(cleared + 1);
                filter(Object.fromEntries(fieldsOf(name).map((field) => [field, undefined])));
              }}
            >
              <Icon name="x" />
              {t('audience.remove')}
            </button>
          )}
        </Popover>
      ))}
      {!hasAll && (
        <button type="button" class="chip add" onClick={() => setAll(true)}>
          <Icon name="plus" />
          {t('audience.more')}
        </button>
      )}
    </div>
  );
}

const Add = ({ name }: { name: FilterName }) => (
  <>
    <Icon name="plus" />
    {t(`audience.${name}`)}
  </>
);

function BaseFilter({ audience, set, conference, choices }: Props) {
  const isLimited = useContext(Access)?.conference_ids != null;
  const base = baseOf(audience);
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
          {BASES.filter((one) => one !== 'all' || !isLimited || base === 'all').map((one) => (
            <option key={one} value={one}>
              {t(`audience.base.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {base === 'events' && (
        <Several
          label={t('audience.events')}
          options={choices.events.map(({ id, title }) => ({ value: id, text: title }))}
          chosen={audience.event_ids ?? []}
          choose={(event_ids) => set(withFilters(audience, { event_ids }))}
        />
      )}
    </>
  );
}

interface QuestProps extends Pick<Props, 'audience'>, Pick<Choices, 'quests'> {
  readonly filter: (filters: Filters) => void;
}

function QuestFilter({ audience: { quest_id, quest_status }, filter, quests }: QuestProps) {
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

type SeveralName =
  | 'attendance'
  | 'ticket_types'
  | 'language_codes'
  | 'interests'
  | 'onboarding_statuses';
const valuesOf = (
  values: readonly { readonly value: string; readonly count: number }[] = [],
  nameOf = (value: string) => value,
) => values.map(({ value, count }) => ({ value, text: `${nameOf(value)} (${number(count)})` }));
