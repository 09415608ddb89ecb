import type { AttendeeImportPreview } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { Icon, type IconName } from '../parts/icon.tsx';

type Outcome = AttendeeImportPreview['rows'][number]['outcome'];
const LOOKS = {
  created: ['good', 'plus'],
  updated: ['here', 'pencil'],
  merged: ['here', 'git-merge'],
  unchanged: ['', 'circle-check'],
  left_out: ['', 'circle-minus'],
  failed: ['bad', 'circle-alert'],
} as const satisfies Record<Outcome, readonly [string, IconName]>;

/** What an import does with one row. */
export function OutcomeTag({ outcome }: { outcome: Outcome }) {
  const [look, icon] = LOOKS[outcome];
  return (
    <span class={`tag ${look}`}>
      <Icon name={icon} />
      {t(`import.outcome.${outcome}`)}
    </span>
  );
}
