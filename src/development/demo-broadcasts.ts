import type { App } from '../app.ts';
import type { Administrator } from '../domain/administration/administrators.ts';

interface Given {
  readonly by: Administrator;
  readonly conference_id: number;
  readonly starts_at: string;
  readonly ends_at: string;
}

/**
 * A broadcast to all attendees, scheduled for the first morning; an announcement that is shown and not sent,
 * and a welcome for those who get a seat later.
 */
export async function loadDemoBroadcasts(
  { broadcasts, broadcastFanout, welcomes }: App['services'],
  { by, conference_id, starts_at, ends_at }: Given,
): Promise<void> {
  const audience = { conference_ids: [conference_id] };
  await broadcasts.send(
    by,
    {
      title: 'Doors open at nine',
      body: 'Good morning, {{first_name|there}}! See you at {{conference_name}}.',
      action_url: null,
      audience,
      channels: ['in_app', 'messenger'],
      scheduled_at: starts_at,
    },
    { mayRepeat: true },
  );
  const wifi = await broadcasts.send(
    by,
    {
      title: 'Wi-Fi: Dockyard-Guest',
      body: 'The password is anchor2030. It works in all halls and on the quay.',
      translations: {
        de: {
          title: 'WLAN: Dockyard-Guest',
          body: 'Das Passwort ist anchor2030. Es gilt in allen Hallen und am Kai.',
        },
      },
      action_url: null,
      audience,
      channels: [],
      pin: { conference_id, until: ends_at, visibility: 'registered' },
    },
    { mayRepeat: true },
  );
  await broadcastFanout.run(wifi.id, new AbortController().signal);
  await welcomes.put(
    by,
    { id: conference_id, ifMatch: undefined },
    {
      title: 'Welcome to {{conference_name}}!',
      body: 'Good to have you with us, {{first_name|there}}. Look at the agenda, and keep what you do not want to miss.',
      translations: {
        de: {
          title: 'Willkommen bei {{conference_name}}!',
          body: 'Schön, dass du dabei bist. Schau ins Programm und merk dir, was du nicht verpassen willst.',
        },
      },
      action_url: null,
      start: { kind: 'conference', id: conference_id },
      is_on: true,
    },
  );
}
