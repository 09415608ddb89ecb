import { useMay } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import type { Content } from './content.ts';
import { MomentField } from './moment-field.tsx';

interface Props {
  readonly content: Content;
  readonly set: (change: Partial<Content>) => void;
  readonly conference: Conference;
}

interface Audience {
  readonly conference_ids?: readonly number[] | undefined;
  readonly attendance?: unknown;
}

/** Whether it goes to the whole conference, apart from how people attend it. */
export function isPinnable(
  { conference_ids, attendance: _, ...others }: Audience,
  { id }: Conference,
): boolean {
  const isOfAll = Object.values(others).every((filter) => filter === undefined);
  return conference_ids?.length === 1 && conference_ids[0] === id && isOfAll;
}

/** For attendees, until the end of the conference. */
export const pinTo = ({ id: conference_id, timezone, ends_on }: Conference) => ({
  conference_id,
  until: wallTimeOf(timezone).instant(ends_on, '23:59'),
  visibility: 'registered' as const,
});

/** Keeps a broadcast on the page of the conference, and says who reads it there. */
export function PinCard({ content: { pin, audience, channels }, set, conference }: Props) {
  const maySend = useMay()('broadcasts:send');
  const isAble = isPinnable(audience, conference);
  const { timezone } = conference;
  const toggle = (isPinned: boolean) => {
    set({
      pin: isPinned ? pinTo(conference) : null,
      ...(!isPinned && channels.length === 0 && { channels: ['in_app', 'messenger'] }),
    });
  };
  return (
    <section class="card" aria-label={t('pin.title')}>
      <header>
        <h2>{t('pin.title')}</h2>
      </header>
      <div class="body stack">
        <label class="check">
          <input
            type="checkbox"
            checked={pin !== null}
            disabled={!isAble && pin === null}
            onChange={({ currentTarget }) => toggle(currentTarget.checked)}
          />
          {t('pin.keep')}
        </label>
        {!isAble && <p class={pin ? 'note warn' : 'muted'}>{t('pin.only')}</p>}
        {pin && (
          <div class="bar">
            <MomentField
              name="pin_until"
              label={t('pin.until')}
              value={pin.until}
              timezone={timezone}
              required
              set={(until) => until && set({ pin: { ...pin, until } })}
            />
            <label class="field">
              {t('pin.visibility')}
              <select
                value={pin.visibility}
                onChange={({ currentTarget }) =>
                  set({
                    pin: {
                      ...pin,
                      visibility: currentTarget.value === 'everyone' ? 'everyone' : 'registered',
                    },
                  })
                }
              >
                <option value="registered">{t('pin.visibility.registered')}</option>
                {(maySend || pin.visibility === 'everyone') && (
                  <option value="everyone">{t('pin.visibility.everyone')}</option>
                )}
              </select>
            </label>
            {maySend && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={channels.length === 0}
                  onChange={({ currentTarget }) =>
                    set({ channels: currentTarget.checked ? [] : ['in_app', 'messenger'] })
                  }
                />
                {t('pin.alone')}
              </label>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
