import type { ProfilePage, Socials } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { nameOf } from '../cards.tsx';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Ask, Loaded, Outside, say, TextForm, useChange } from '../parts.tsx';

/** How to write to a person, and their links. */
export const Contact = ({ of: { username, socials = {} } }: { of: ProfilePage }) => (
  <div class="pair">
    {username && <Outside href={`https://t.me/${username}`} icon="send" text={t('people.write')} />}
    {Object.entries(socials).map(([platform, { handle, url }]) => {
      const text = `${t(`platform.${platform as keyof Socials}`)}: ${handle}`;
      if (!url) return <span key={platform}>{text}</span>;
      return <Outside key={platform} href={url} icon="link" text={text} />;
    })}
  </div>
);

/** A note of one's own on a connection, and its end. */
export function Connection({ of: user }: { of: ProfilePage }) {
  const pair = useQuery({
    queryKey: ['people', 'pair', user.id],
    queryFn: () => api.call('getConnectionStatus', { params: { userId: user.id } }),
  });
  return (
    <Loaded of={pair}>
      {({ connection_id: id, note }) =>
        id === null ? null : <Kept id={id} note={note} name={nameOf(user)} />
      }
    </Loaded>
  );
}

function Kept({ id, note, name }: { id: number; note: string | null; name: string }) {
  const params = { id };
  const save = useChange(async (text: string) => {
    await api.call('setConnectionNote', { params, body: { note: text.trim() || null } });
    say(t('state.saved'));
  }, 'people');
  const end = useChange(() => api.call('deleteConnection', { params }), 'people', 'me');
  const more = t('people.end.more', { name });
  return (
    <>
      <TextForm
        {...save}
        label={t('people.note')}
        submit={t('state.save')}
        max={1_000}
        value={note ?? ''}
        more={t('people.note.more')}
      />
      <Ask {...end} text={t('people.end')} title={t('people.end.title')} more={more} />
    </>
  );
}
