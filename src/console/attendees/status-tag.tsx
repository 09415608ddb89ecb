import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { Icon, type IconName } from '../parts/icon.tsx';

type Status = AdminConferenceAttendee['status'];

/** How a status looks, beside its word. */
const LOOK: Readonly<Partial<Record<Status, readonly [look: string, icon?: IconName]>>> = {
  checked_in: ['good', 'check'],
  registered: ['here'],
  waitlisted: ['warn', 'clock'],
};

export function StatusTag({ status }: { status: Status }) {
  const [look = '', icon] = LOOK[status] ?? [];
  return (
    <span class={`tag ${look}`}>
      {icon && <Icon name={icon} />}
      {t(`status.${status}`)}
    </span>
  );
}
