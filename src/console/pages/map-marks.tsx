import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageMark, Room } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';

const MAX = 1_000;
const MIDDLE = { x: MAX / 2, y: MAX / 2 };
/** An arrow key moves a mark by this many per mille, with the shift key by one. */
const STEP = 10;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Place = Pick<PageMark, 'x' | 'y'>;

const within = (value: number) => Math.min(MAX, Math.max(0, Math.round(value)));
const nameOf = ({ room, label }: PageMark) => room ?? label ?? '';

// Here, as the styles of all screens are part of the first load.
const MAP = { position: 'relative', touchAction: 'none' } as const;
const IMAGE = { display: 'block', inlineSize: '100%', borderRadius: 'var(--r-l)' } as const;
const MARK = {
  ...({ position: 'absolute', translate: '-50% -50%', padding: '1px 8px' } as const),
  ...({ whiteSpace: 'nowrap' } as const),
  ...{ minInlineSize: 24, minBlockSize: 24, font: 'inherit', fontSize: 12 },
  ...{ border: '2px solid var(--card)', borderRadius: 99 },
  ...{ background: 'var(--accent)', color: 'var(--on-accent)' },
};
// The picture does not turn around with the language.
const markAt = ({ x, y }: Place) => ({ ...MARK, left: `${x / 10}%`, top: `${y / 10}%` });

/** The place in a picture that the pointer is at. */
function placeOf({ clientX, clientY }: MouseEvent, picture: Element): Place {
  const { left, top, width, height } = picture.getBoundingClientRect();
  return {
    x: within(((clientX - left) / width) * MAX),
    y: within(((clientY - top) / height) * MAX),
  };
}

/** A map with its marks, to read. */
export const MapPicture = ({ url, marks }: { url: string; marks: readonly PageMark[] }) => (
  <div style={MAP}>
    <img src={url} alt="" style={IMAGE} />
    {marks.map((mark) => (
      <span key={`${mark.x} ${mark.y}`} class="map-mark" style={markAt(mark)}>
        <bdi>{nameOf(mark)}</bdi>
      </span>
    ))}
  </div>
);

interface Props {
  readonly conference: Conference;
  readonly url: string | null;
  readonly first: readonly PageMark[];
}

/** The marks of a map: put by a click on the picture, moved by pointer or keys, named in the list below. */
export function MapMarks({ conference, url, first }: Props) {
  const [marks, setMarks] = useState(first);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isFirst = useRef(true);
  const params = { conference_id: conference.id, limit: MAX };
  const rooms = useQuery({
    queryKey: ['agenda', conference.id, 'rooms'],
    queryFn: async () => (await api.call('listRooms', { params })).data,
  });
  useEffect(() => {
    // The form knows of what is typed: of the place of a mark, too.
    if (!isFirst.current) field.current?.dispatchEvent(new Event('input', { bubbles: true }));
    isFirst.current = false;
  }, [marks]);
  const change = (index: number, changes: Partial<PageMark>) =>
    setMarks((old) => old.map((mark, at) => (at === index ? { ...mark, ...changes } : mark)));
  const add = (place: Place) => {
    const free = rooms.data?.find(({ id }) => !marks.some(({ room_id }) => room_id === id));
    const name = free ? { room_id: free.id, room: free.name, label: null } : OTHER;
    setMarks([...marks, { ...name, ...place }]);
    // The new mark gets its name next.
    setTimeout(() => list.current?.lastElementChild?.querySelector('select')?.focus());
  };
  return (
    <fieldset>
      <legend>{t('pages.field.marks')}</legend>
      <input ref={field} type="hidden" name="marks" value={JSON.stringify(marks)} />
      {url && <Picture {...{ url, marks, change, add }} />}
      <p class="muted">{t(url ? 'pages.marks.more' : 'pages.marks.no-picture')}</p>
      <ol ref={list} class="rows" aria-label={t('pages.field.marks')}>
        {marks.map((mark, index) => (
          <MarkRow
            key={index}
            mark={mark}
            rooms={(rooms.data ?? []).filter(
              ({ id }) => id === mark.room_id || !marks.some(({ room_id }) => room_id === id),
            )}
            change={(changes) => change(index, changes)}
            remove={() => setMarks(marks.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <button type="button" class="btn" onClick={() => add(MIDDLE)}>
        <Icon name="plus" />
        {t('pages.marks.add')}
      </button>
    </fieldset>
  );
}

const OTHER = { room_id: null, room: null, label: '' };

interface PictureProps {
  readonly url: string;
  readonly marks: readonly PageMark[];
  readonly change: (index: number, place: Place) => void;
  readonly add: (place: Place) => void;
}

function Picture({ url, marks, change, add }: PictureProps) {
  const picture = useRef<HTMLDivElement>(null);
  const [dragged, drag] = useState<number>();
  const move = (event: MouseEvent) =>
    dragged !== undefined && picture.current && change(dragged, placeOf(event, picture.current));
  return (
    // By keyboard, a mark is added by the button below the list.
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      ref={picture}
      class="map"
      style={MAP}
      onPointerMove={move}
      onPointerUp={() => drag(undefined)}
      onClick={(event) => {
        const isMark = (event.target as Element).closest('.map-mark');
        if (!isMark && picture.current) add(placeOf(event, picture.current));
      }}
    >
      <img src={url} alt={t('pages.map')} style={IMAGE} draggable={false} />
      {marks.map((mark, index) => (
        <button
          key={index}
          type="button"
          class="map-mark"
          style={markAt(mark)}
          aria-label={t('pages.marks.move', { name: nameOf(mark), x: mark.x, y: mark.y })}
          onPointerDown={(event) => {
            drag(index);
            // Also where the pointer leaves the mark while it moves.
            event.currentTarget.releasePointerCapture(event.pointerId);
          }}
          onKeyDown={(event) => {
            const [x, y] = ARROWS[event.key] ?? [];
            if (x === undefined || y === undefined) return;
            event.preventDefault();
            const by = event.shiftKey ? 1 : STEP;
            change(index, { x: within(mark.x + x * by), y: within(mark.y + y * by) });
          }}
        >
          <bdi>{nameOf(mark)}</bdi>
        </button>
      ))}
    </div>
  );
}

interface RowProps {
  readonly mark: PageMark;
  /** Those without a mark, and that of this one. */
  readonly rooms: readonly Room[];
  readonly change: (changes: Partial<PageMark>) => void;
  readonly remove: () => void;
}

function MarkRow({ mark, rooms, change, remove }: RowProps) {
  const name = nameOf(mark);
  return (
    <li class="row">
      <label class="field">
        {t('pages.marks.name')}
        <select
          value={mark.room_id ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const room = rooms.find(({ id }) => String(id) === value);
            change(room ? { room_id: room.id, room: room.name, label: null } : OTHER);
          }}
        >
          <option value="">{t('pages.marks.other')}</option>
          {rooms.map((room) => (
            <option key={room.id} value={room.id}>
              {room.name}
            </option>
          ))}
        </select>
      </label>
      {mark.room_id === null && (
        <label class="field">
          {t('pages.marks.label')}
          <input
            required
            maxLength={100}
            autocomplete="off"
            value={mark.label ?? ''}
            onInput={({ currentTarget }) => change({ label: currentTarget.value })}
          />
        </label>
      )}
      {(['x', 'y'] as const).map((axis) => (
        <label key={axis} class="field narrow">
          {t(`pages.marks.${axis}`)}
          <input
            type="number"
            required
            min={0}
            max={MAX}
            value={mark[axis]}
            onInput={({ currentTarget }) =>
              change({ [axis]: within(currentTarget.valueAsNumber || 0) })
            }
          />
        </label>
      ))}
      <button
        type="button"
        class="btn quiet only"
        aria-label={t('pages.marks.remove', { name })}
        onClick={remove}
      >
        <Icon name="x" />
      </button>
    </li>
  );
}
