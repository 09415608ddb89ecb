import type { AdminAgendaItem, AdminSpeaker } from '../../client/operations.d.ts';
import { counted, t } from '../lib/text.ts';

/** What a speaker has at the conference that is open. */
export interface Held {
  readonly sessions: readonly AdminAgendaItem[];
}

interface Props extends Held {
  readonly speaker: AdminSpeaker;
}

/** What a deleted speaker leaves, and what moves with a merged one. */
export const Appearances = ({ speaker: { conferences }, sessions }: Props) => (
  <ul class="list">
    <li>
      {counted('speakers.appearances.sessions', sessions.length)}
      {sessions.length > 0 && <small>{sessions.map(({ title }) => title).join(', ')}</small>}
    </li>
    <li>
      {counted('speakers.appearances.lineups', conferences.length)}
      {conferences.length > 0 && <small>{conferences.map(({ name }) => name).join(', ')}</small>}
    </li>
    {conferences.length > 1 && <li>{t('speakers.appearances.elsewhere')}</li>}
  </ul>
);
