import type { ProfilePage } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Ask, Loaded, nameOf, Outside, say, useChange } from '../parts.tsx';

const PLATFORMS: Readonly<Record<string, string>> = {
  x: 'X',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  discord: 'Discord',
  farcaster: 'Farcaster',
};

/** What a connection opens: how to write to the person, their links, a note of one's own, and its end. */
export function Connection({ of: user }: { of: ProfilePage }) {
  const pair = useQuery({
    queryKey: ['people', 'pair', user.id],
    queryFn: () => api.call('getConnectionStatus', { params: { userId: user.id } }),
  });
  const links = Object.entries(user.socials ?? {});
  return (
    <>
      <p class="good">{t('people.is-connected')}</p>
      {user.username && (
        <>
          <p class="muted">{`@${user.username}`}</p>
          <Outside href={`https://t.me/${user.username}`}>{t('people.write')}</Outside>
        </>
      )}
      {links.length > 0 && (
        <ul class="buttons">
          {links.map(([platform, { handle, url }]) => {
            const text = `${PLATFORMS[platform] ?? t('people.website')}: ${handle}`;
            return <li key={platform}>{url ? <Outside href={url}>{text}</Outside> : text}</li>;
          })}
        </ul>
      )}
      <Loaded of={pair}>
        {({ connection_id, note }) =>
          connection_id === null ? null : (
            <Kept id={connection_id} note={note} name={nameOf(user)} />
          )
        }
      </Loaded>
    </>
  );
}

function Kept({ id, note, name }: { id: number; note: string | null; name: string }) {
  const params = { id };
  const save = useChange(async (text: string) => {
    await api.call('setConnectionNote', { params, body: { note: text.trim() || null } });
    say(t('state.saved'));
  }, 'people');
  const end = useChange(() => api.call('deleteConnection', { params }), 'people', 'me');
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.run(String(new FormData(event.currentTarget).get('note')));
        }}
      >
        <label>
          {t('people.note')}
          <textarea name="note" rows={3} maxLength={1_000} defaultValue={note ?? ''} />
        </label>
        <small>{t('people.note.more')}</small>
        <button type="submit" disabled={save.isBusy}>
          {t('state.save')}
        </button>
      </form>
      <Ask
        label={t('people.end')}
        title={t('people.end.title')}
        more={t('people.end.more', { name })}
        isBusy={end.isBusy}
        run={() => end.run()}
      />
    </>
  );
}
