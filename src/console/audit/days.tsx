import type { AuditRow } from '../../client/operations.d.ts';
import {
  actionText,
  auditText,
  changesOf,
  subjectText,
  verbText,
  whoOf,
} from '../lib/audit-words.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { dayText, zoneOf } from '../lib/zone.ts';
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
      <h2>{dayText(day(ofDay[0].at))}</h2>
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
          <span class="grow">
            <strong>{whoOf(latest)}</strong> {verbText(latest.action)}{' '}
            <strong>
              {auditText('audit.many', {
                count: String(act.length),
                type: subjectText(latest.subject_type),
              })}
            </strong>
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

function One({ row, timezone }: { row: AuditRow; timezone: string }) {
  const { time } = zoneOf(timezone);
  const changes = changesOf(row, timezone);
  const type = subjectText(row.subject_type);
  return (
    <li class="line">
      <div class="grow" title={actionText(row.action)}>
        <p>
          <strong>{whoOf(row)}</strong> {verbText(row.action)}{' '}
          <strong>{row.subject_name ?? type}</strong>
        </p>
        <small>
          {[row.subject_name && type, row.administrator && row.key_name, row.ip]
            .filter(Boolean)
            .join(' · ')}
        </small>
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
