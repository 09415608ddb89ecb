import { useQuery } from '@tanstack/preact-query';
import { Line, Lines } from '../cards.tsx';
import { reads } from '../lib/api.ts';
import { go, routeOf } from '../lib/route.ts';
import { t } from '../lib/text.ts';
import { Button } from '../parts.tsx';

/** What the organizers keep on top for now, such as the Wi-Fi; a reader without a seat gets less. */
export function Announcements() {
  const list = useQuery(reads.announcements).data?.data ?? [];
  return (
    <Lines title={t('announcements.title')} of={list}>
      {({ id, title, body, start, action_url }) => {
        const target = start ? routeOf(start) : undefined;
        const open = target && (() => go(target));
        return (
          <Line key={id} icon="megaphone" {...{ title, open }} more={body}>
            {action_url && <Button href={action_url} icon="link" text={t('inbox.open')} />}
          </Line>
        );
      }}
    </Lines>
  );
}
