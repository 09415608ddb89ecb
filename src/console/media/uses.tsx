import type { AdminMediaDetails, MediaUse } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { ScreenLink } from '../parts/screen-link.tsx';
import { useOwnerName } from './owner.tsx';

/** The screen that shows what uses a file. */
const SCREENS: Readonly<Record<MediaUse['type'], (use: MediaUse) => string>> = {
  conference: ({ id }) => `conferences?id=${id}`,
  event: ({ name }) => `events?q=${encodeURIComponent(name ?? '')}`,
  page: ({ id }) => `pages?id=${id}`,
  profile: ({ id }) => `people?id=${id}`,
  quest: ({ id }) => `quests?id=${id}`,
  speaker: ({ id }) => `speakers?id=${id}`,
  submission: () => 'review',
};

/** What shows a file, in words; the service leaves the name of a person out. */
export function UseText({ use: { type, id, name } }: { use: MediaUse }) {
  const person = useOwnerName(type === 'profile' ? id : undefined);
  const shown = name ?? person;
  return shown ? t(`media.use.${type}`, { name: shown }) : t('media.use.person');
}

interface Props {
  readonly media: AdminMediaDetails;
  readonly conference: Conference;
}

/** What shows a file, each with its screen. */
export const Uses = ({ media: { uses }, conference }: Props) => (
  <section>
    <h2>{t('media.uses')}</h2>
    {uses.length === 0 && <p class="muted">{t('media.uses.none')}</p>}
    {uses.length > 0 && (
      <ul class="rows">
        {uses.map((use) => (
          <li key={`${use.type}-${use.id}`}>
            <ScreenLink
              conference_id={use.conference_id ?? conference.id}
              to={SCREENS[use.type](use)}
            >
              <UseText use={use} />
            </ScreenLink>
          </li>
        ))}
      </ul>
    )}
  </section>
);
