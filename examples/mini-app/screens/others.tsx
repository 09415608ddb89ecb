import { api, HERE } from '../lib/api.ts';
import { go, type Route } from '../lib/route.ts';
import { t } from '../lib/text.ts';
import { MainAction, State, useChange } from '../parts.tsx';
import { Code } from './code.tsx';
import { Session } from './event.tsx';
import { Inbox } from './inbox.tsx';
import { Pages } from './pages.tsx';
import { People } from './people.tsx';
import { Quests } from './quests.tsx';
import { Seat } from './seat.tsx';

/** The screens but the first, whose code is not part of the first load. */
export const SCREENS = {
  claim: Claim,
  code: Code,
  event: Session,
  inbox: Inbox,
  pages: Pages,
  people: People,
  quests: Quests,
  seat: Seat,
  session: Session,
};

/** The invitation of a guest whose link was opened. */
function Claim({ code = '' }: Route) {
  const claim = useChange(['state', 'agenda'], async () => {
    await api.call('claimInvitation', { ...HERE, body: { code } });
    go({ screen: 'agenda' });
  });
  return (
    <State title={t('claim.title')} isWhole>
      <MainAction {...claim} icon="ticket" text={t('claim.submit')} />
    </State>
  );
}
