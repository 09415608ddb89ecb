import { api, CONFERENCE_ID } from '../lib/api.ts';
import { go, type Route } from '../lib/route.ts';
import { t } from '../lib/text.ts';
import { MainAction, State, useChange } from '../parts.tsx';
import { Code } from './code.tsx';
import { Session } from './event.tsx';
import { Inbox } from './inbox.tsx';
import { Pages } from './pages.tsx';
import { People, Person } from './people.tsx';
import { LinkedTask, QuestScreen, Quests } from './quests.tsx';

/** The screens but the first, whose code is not part of the first load. */
export function screenOf({ screen, id = 0, task, code, part, room }: Route) {
  switch (screen) {
    case 'pages':
      return <Pages id={id} room={room} />;
    case 'session':
      return <Session itemId={id} />;
    case 'event':
      return <Session eventId={id} />;
    case 'people':
      return id ? <Person id={id} code={code} /> : <People />;
    case 'code':
      return <Code part={part} />;
    case 'quests':
      if (task) return <LinkedTask id={task} code={code} />;
      return id ? <QuestScreen id={id} /> : <Quests />;
    case 'claim':
      return <Claim code={code ?? ''} />;
    default:
      return <Inbox />;
  }
}

/** The invitation of a guest whose link was opened. */
function Claim({ code }: { code: string }) {
  const claim = useChange(['state', 'agenda'], async () => {
    const params = { conference_id: CONFERENCE_ID };
    await api.call('claimInvitation', { params, body: { code } });
    go({ screen: 'agenda' });
  });
  return (
    <State title={t('claim.title')} isWhole>
      <MainAction {...claim} icon="ticket" text={t('claim.submit')} />
    </State>
  );
}
