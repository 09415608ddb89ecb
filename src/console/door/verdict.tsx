import { type TextKey, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { type Door, doorOfCode } from './doors.ts';
import type { Scan, Verdict } from './scan-queue.ts';

/** A scan with what came of it. */
export interface ShownScan {
  readonly scan: Scan;
  readonly verdict: Verdict;
}
/** How a verdict looks, beside its word. What the device keeps lets the guest in, too. */
export const LOOK_OF: Readonly<Record<Verdict['kind'], readonly [look: string, icon: IconName]>> = {
  in: ['good', 'circle-check'],
  kept: ['good', 'hard-drive'],
  again: ['warn', 'repeat-2'],
  recorded: ['warn', 'circle-alert'],
  unknown: ['warn', 'circle-alert'],
  refused: ['bad', 'x'],
};

/** What is done: who goes out is not checked in. */
export const wordOf = (verdict: Verdict): TextKey =>
  verdict.kind === 'in' && verdict.isOut ? 'door.out' : `door.${verdict.kind}`;

/** Refusals in words for the door; any other shows the sentence of the service. */
const REFUSALS: Readonly<Record<string, TextKey>> = {
  TICKET_INVALID: 'door.refused.invalid',
  TICKET_OTHER_EVENT: 'door.refused.other',
  WAITLISTED: 'door.refused.waitlisted',
  NOT_REGISTERED: 'door.refused.gone',
  ACCOUNT_BLOCKED: 'door.refused.blocked',
  CONFERENCE_CANCELLED: 'door.refused.cancelled',
  EVENT_CANCELLED: 'door.refused.cancelled-event',
  ASK: 'door.refused.ask',
};

/** The verdict on the latest scan, large enough to read at arm's length. */
export function Shown({ latest, timezone, doors, change }: Props) {
  const isTaken = latest && !['refused', 'unknown'].includes(latest.verdict.kind);
  const other = latest && !isTaken ? doorOfCode(doors, latest.scan.code) : undefined;
  return (
    <>
      <div
        class={`verdict ${latest ? LOOK_OF[latest.verdict.kind][0] : ''}`}
        role="status"
        aria-live="assertive"
      >
        {latest ? <Words {...latest} timezone={timezone} /> : <Ready />}
      </div>
      {latest && other && other.event_id !== latest.scan.event_id && (
        <button type="button" class="btn primary" onClick={() => change(other, latest.scan)}>
          {t('door.switch', { name: other.name })}
        </button>
      )}
    </>
  );
}

interface Props {
  readonly latest: ShownScan | undefined;
  readonly timezone: string;
  readonly doors: readonly Door[];
  /** Takes a scan at the door that its code names. */
  readonly change: (door: Door, scan: Scan) => void;
}

const Ready = () => (
  <>
    <strong>{t('door.ready')}</strong>
    <span>{t('door.ready.more')}</span>
  </>
);

function Words({ scan, verdict, timezone }: ShownScan & { timezone: string }) {
  const { head, detail } = wordsOf(scan, verdict, timezone);
  return (
    <>
      <em>
        <Icon name={LOOK_OF[verdict.kind][1]} />
        {t(wordOf(verdict))}
      </em>
      <strong>{head}</strong>
      <span>{detail}</span>
    </>
  );
}

function wordsOf(scan: Scan, verdict: Verdict, timezone: string): { head: string; detail: string } {
  switch (verdict.kind) {
    case 'refused': {
      const key = REFUSALS[verdict.code];
      return { head: key ? t(key) : verdict.detail, detail: key ? verdict.detail : '' };
    }
    case 'recorded':
      return { head: verdict.name, detail: t('door.recorded.more') };
    case 'unknown':
      return { head: scan.code ?? '', detail: t('door.unknown.more') };
    case 'kept':
      return {
        head: verdict.name,
        detail: [verdict.detail, t('door.kept.more')].filter(Boolean).join(' · '),
      };
    default: {
      const since =
        verdict.since && t('door.since', { time: zoneOf(timezone).time(verdict.since) });
      return { head: verdict.name, detail: [verdict.detail, since].filter(Boolean).join(' · ') };
    }
  }
}
