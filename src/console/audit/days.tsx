import type { AuditRow } from '../../client/operations.d.ts';
import { auditText, changesOf, doneText, whoOf } from '../lib/audit-words.ts';
import { number } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { dayText, zoneOf } from '../lib/zone.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icon.tsx';

interface Props {
  readonly rows: readonly AuditRow[];
  readonly timezone: string;
}

/** Rows of the same act by the same key, one after the other. */
type Act = readonly [AuditRow, ...AuditRow[]];

/** Fewer are shown one by one. */
const MIN_JOINED = 3;

/** What was done, day by day, as sentences. The same act again and again is one sentence that opens. */
export function Days({ rows, timezone }: Props) {
  const { day } = wallTimeOf(timezone);
  const days = joined(rows, (one, other) => day(one.at) === day(other.at));
  return days.map((ofDay) => (
    <section key={day(ofDay[0].at)}>
      <h2>{headOf(ofDay[0].at, timezone)}</h2>
      <ol class="rows audit">
        {joined(ofDay, isSameAct).map((act) =>
          act.length < MIN_JOINED ? (
            act.map((row) => <One key={row.id} row={row} timezone={timezone} />)
          ) : (
            <Joined key={act[0].id} act={act} timezone={timezone} />
          ),
        )}
      </ol>
    </section>
  ));
}

/** With the year, unless it is this one. */
function headOf(at: string, timezone: string): string {
  const day = wallTimeOf(timezone).day(at);
  return day.startsWith(String(new Date().getFullYear())) ? zoneOf(timezone).day(at) : dayText(day);
}

const isSameAct = (one: AuditRow, other: AuditRow): boolean =>
  one.action === other.action &&
  one.subject_type === other.subject_type &&
  whoOf(one) === whoOf(other);

/** Splits rows where two neighbors differ. */
function joined(
  rows: readonly AuditRow[],
  isSame: (one: AuditRow, other: AuditRow) => boolean,
): readonly Act[] {
  const acts: [AuditRow, ...AuditRow[]][] = [];
  for (const row of rows) {
    const last = acts.at(-1);
    if (last && isSame(last[0], row)) last.push(row);
    else acts.push([row]);
  }
  return acts;
}

function Joined({ act, timezone }: { act: Act; timezone: string }) {
  const { time } = zoneOf(timezone);
  const [latest] = act;
  const times = [act.at(-1), latest].map((row) => time(row?.at ?? ''));
  return (
    <li>
      <details>
        <summary class="line">
          <Actor row={latest} />
          <span class="grow">
            <Sentence row={{ ...latest, subject_name: null }} />{' '}
            <span class="count">
              {auditText('audit.times-done', { count: number(act.length) })}
            </span>
          </span>
          <time class="muted">{times.join(' – ')}</time>
        </summary>
        <ol>
          {act.map((row) => (
            <One key={row.id} row={row} timezone={timezone} />
          ))}
        </ol>
      </details>
    </li>
  );
}

/** A person by initials; a key and the service by a picture. */
const Actor = ({ row }: { row: AuditRow }) =>
  row.administrator ? (
    <Avatar name={row.administrator.name} photo_url={null} />
  ) : (
    <span class="avatar">
      <Icon name={row.key ? 'key-round' : 'activity'} />
    </span>
  );

/** Who did what to what. */
function Sentence({ row }: { row: AuditRow }) {
  const [before, after] = doneText(row.action, row.subject_type);
  return (
    <>
      <strong>{whoOf(row)}</strong> {before}
      {row.subject_name && <strong>{row.subject_name}</strong>}
      {after}
    </>
  );
}

function One({ row, timezone }: { row: AuditRow; timezone: string }) {
  const { time } = zoneOf(timezone);
  const changes = changesOf(row, timezone);
  return (
    <li class="line">
      <Actor row={row} />
      <div class="grow">
        <p>
          <Sentence row={row} />
        </p>
        <small>{[row.administrator && row.key_name, row.ip].filter(Boolean).join(' · ')}</small>
        {changes.length > 0 && (
          <ul class="diff">
            {changes.map(({ name, old, now }) => (
              <li key={name}>
                <span class="muted">{name}</span> {old !== undefined && <s>{old}</s>}
                {old !== undefined && now !== undefined && <Icon name="arrow-right" />}
                {now !== undefined && <strong>{now}</strong>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <time class="muted">{time(row.at)}</time>
    </li>
  );
}
