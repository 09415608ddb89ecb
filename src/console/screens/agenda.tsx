import { useQuery } from '@tanstack/preact-query';
import { type Dispatch, type StateUpdater, useCallback, useMemo, useState } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import type { AdminAgendaItem } from '../../client/operations.d.ts';
import type { Drop } from '../agenda/card.tsx';
import { DayList } from '../agenda/day-list.tsx';
import { DeleteItem } from '../agenda/delete-item.tsx';
import { dropItem, EditItem } from '../agenda/edit-item.tsx';
import { Grid } from '../agenda/grid.tsx';
import { type GroupKind, Groups } from '../agenda/groups.tsx';
import type { Fields, Program } from '../agenda/item-fields.tsx';
import { NewItem } from '../agenda/new-item.tsx';
import { useProgram } from '../agenda/program.ts';
import { QuestionItems } from '../agenda/question-items.tsx';
import { ShiftItems } from '../agenda/shift-items.tsx';
import type { Slot } from '../agenda/slots.tsx';
import { Clashes, Tracks } from '../agenda/toolbar.tsx';
import { ImportAgenda, OrImport } from '../imports.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { t } from '../lib/text.ts';
import type { WallTime } from '../lib/wall-time.ts';
import { weekdayText } from '../lib/zone.ts';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Actions, EmptyList, Failure, Loading } from '../parts/states.tsx';

/** What is open above the grid. */
type Opened =
  | { readonly kind: 'edit'; readonly item: AdminAgendaItem; readonly moved?: Fields }
  | { readonly kind: 'delete'; readonly item: AdminAgendaItem }
  | { readonly kind: 'new'; readonly slot?: Slot }
  | { readonly kind: 'questions' | 'shift' | GroupKind };

/** As many as a conference has at most. */
const LIMIT = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** Of a conference whose days are all offered; a longer one has those with items. */
const MAX_DAYS = 14;

/** The program, or the import of one: the address says which. */
export const Agenda = ({ conference }: { conference: Conference }) => (
  <OrImport
    sources="programme"
    scope="content:import"
    Import={ImportAgenda}
    conference={conference}
  >
    <Days conference={conference} />
  </OrImport>
);

/** Day by day: rooms across, times down. */
function Days({ conference }: { conference: Conference }) {
  const { id } = conference;
  const isEditor = useMay()('content:write');
  const isNarrow = useMediaQuery('(max-width: 760px)');
  const [search, setSearch] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  useAsked({
    add: () => isEditor && setOpened({ kind: 'new' }),
  });
  const agenda = useQuery({
    queryKey: ['agenda', id],
    queryFn: () =>
      api.call('listAgendaItems', {
        params: { conference_id: id, limit: LIMIT, include: 'favorites' },
      }),
  });
  const { program, failed } = useProgram(conference);
  const { clock } = program;
  const items = agenda.data?.data;
  const days = useMemo(() => daysOf(conference, items ?? [], clock), [conference, items, clock]);
  // A link to an item shows its day.
  const named = items?.find((item) => String(item.id) === search.get('id'));
  const asked = named ? clock.day(named.starts_at) : (search.get('day') ?? '');
  const day = days.includes(asked) ? asked : (days[0] ?? conference.starts_on);
  const track = search.get('track') ?? '';
  const ofDay = useMemo(
    () => items?.filter(({ starts_at }) => clock.day(starts_at) === day) ?? [],
    [items, clock, day],
  );
  // What is in no track, such as a break, is for the people of each.
  const shown = useMemo(
    () => ofDay.filter((item) => !track || !item.track || item.track === track),
    [ofDay, track],
  );
  const open = useCallback(
    (item: AdminAgendaItem) => isEditor && setOpened({ kind: 'edit', item }),
    [isEditor],
  );
  const drop = useCallback(
    (dropped: Drop) => dropItem(dropped, (item, moved) => setOpened({ kind: 'edit', item, moved })),
    [],
  );
  const add = useCallback((slot: Slot) => setOpened({ kind: 'new', slot }), []);
  return (
    <>
      {isEditor ? (
        <AgendaHead open={(kind) => setOpened({ kind })} />
      ) : (
        <Head title={t('agenda.title')} />
      )}
      <div class="row">
        <div class="seg days">
          {days.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === day}
              onClick={() => setSearch({ day: one, ...(track && { track }) })}
            >
              {weekdayText(one)}
            </button>
          ))}
        </div>
        <Tracks
          tracks={program.tracks}
          chosen={track}
          choose={(name) => setSearch({ day, ...(name && { track: name }) })}
        />
        <span class="muted">{conference.timezone}</span>
        <Clashes items={shown} />
      </div>
      {agenda.error && <Failure error={agenda.error} again={agenda.refetch} />}
      {!agenda.error && failed?.error && <Failure error={failed.error} again={failed.refetch} />}
      {agenda.isPending && <Loading />}
      {agenda.data && shown.length === 0 && <EmptyList title={t('agenda.none')} />}
      {shown.length > 0 && isNarrow && (
        <DayList
          tracks={program.tracks}
          rooms={program.rooms}
          items={shown}
          clock={clock}
          open={open}
        />
      )}
      {items && !isNarrow && (
        <section class="scroll" aria-label={weekdayText(day)}>
          {isEditor && <p class="hidden">{t('agenda.keys')}</p>}
          <Grid
            items={shown}
            all={items}
            rooms={program.rooms}
            tracks={program.tracks}
            clock={clock}
            day={day}
            isEditor={isEditor}
            open={open}
            drop={drop}
            add={add}
          />
        </section>
      )}
      {opened && (
        <Above opened={opened} set={setOpened} day={day} items={ofDay} program={program} />
      )}
    </>
  );
}

type Asked = 'new' | 'questions' | 'shift' | GroupKind;

function AgendaHead({ open }: { open: (kind: Asked) => void }) {
  const may = useMay();
  const { at } = useFilters();
  return (
    <Head
      title={t('agenda.title')}
      others={[
        <button key="rooms" type="button" class="btn" onClick={() => open('rooms')}>
          <Icon name="map-pin" />
          {t('agenda.rooms')}
        </button>,
        <button key="tracks" type="button" class="btn" onClick={() => open('tracks')}>
          <Icon name="tag" />
          {t('agenda.tracks')}
        </button>,
        <button key="shift" type="button" class="btn" onClick={() => open('shift')}>
          <Icon name="clock" />
          {t('agenda.shift')}
        </button>,
        <button key="questions" type="button" class="btn" onClick={() => open('questions')}>
          <Icon name="message-square-text" />
          {t('agenda.questions.many')}
        </button>,
        <Link key="sources" class="btn" href={at({ import: 'sources' })}>
          <Icon name="repeat-2" />
          {t('action.sources')}
        </Link>,
        may('content:import') && (
          <Link class="btn" href={at({ import: 'file' })}>
            <Icon name="upload" />
            {t('agenda.import')}
          </Link>
        ),
      ]}
    >
      <Actions>
        <button type="button" class="btn primary" onClick={() => open('new')}>
          <Icon name="plus" />
          {t('agenda.new')}
        </button>
      </Actions>
    </Head>
  );
}

interface AboveProps {
  readonly opened: Opened;
  readonly set: Dispatch<StateUpdater<Opened | undefined>>;
  readonly day: string;
  readonly items: readonly AdminAgendaItem[];
  readonly program: Program;
}

function Above({ opened, set, day, items, program }: AboveProps) {
  const mayDelete = useMay()('content:delete');
  // Pressed twice, a form answers twice: the second answer closes nothing that was opened since.
  const close = () => set((now) => (now === opened ? undefined : now));
  if (opened.kind === 'edit') {
    const remove = (item: AdminAgendaItem) => set({ kind: 'delete', item });
    return <EditItem {...opened} program={program} close={close} remove={remove} />;
  }
  if (opened.kind === 'delete') return <DeleteItem item={opened.item} close={close} />;
  if (opened.kind === 'new') {
    return <NewItem day={day} slot={opened.slot} program={program} close={close} />;
  }
  if (opened.kind === 'shift') {
    return <ShiftItems day={day} items={items} program={program} close={close} />;
  }
  if (opened.kind === 'questions') {
    return <QuestionItems items={items} program={program} close={close} />;
  }
  const { conference_id, [opened.kind]: groups } = program;
  const given = { kind: opened.kind, conference_id, groups, close, mayDelete };
  return <Groups {...given} />;
}

/** The days of the conference, and those of items outside of it. */
function daysOf(
  { starts_on, ends_on }: Conference,
  items: readonly AdminAgendaItem[],
  clock: WallTime,
): readonly string[] {
  const count = (Date.parse(ends_on) - Date.parse(starts_on)) / DAY_MS + 1;
  const own = Array.from({ length: count <= MAX_DAYS ? count : 0 }, (_, index) =>
    new Date(Date.parse(starts_on) + index * DAY_MS).toISOString().slice(0, 10),
  );
  return [...new Set([...own, ...items.map(({ starts_at }) => clock.day(starts_at))])].sort();
}
