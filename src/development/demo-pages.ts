import type { App } from '../app.ts';
import type { Administrator } from '../domain/administration/administrators.ts';
import { demoPlan } from './demo-pictures.ts';

/** Where the rooms are on the plan, in per mille. */
const ROOMS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  'Great Hall': [281, 328],
  'Quay 1': [615, 258],
  'Quay 2': [823, 258],
  'Workshop deck': [740, 672],
  'Pier 4': [193, 750],
};
const PLACES = { 'Check-in': [840, 461], Cloakroom: [600, 461] } as const;

const PAGES = [
  {
    title: 'Wi-Fi and venue',
    body: 'Network: **Harbor Summit**\nPassword: **rough-weather**\n\nThe doors open at 08:30. Bring:\n\n- your ticket, on the phone or on paper\n- a warm coat for the pier\n\nTrams and ferries: [the timetable](https://www.ret.nl).',
    translations: {
      de: {
        title: 'WLAN und Gelände',
        body: 'Netz: **Harbor Summit**\nPasswort: **rough-weather**\n\nEinlass ab 8:30 Uhr. Bitte mitbringen:\n\n- das Ticket, auf dem Telefon oder auf Papier\n- eine warme Jacke für den Pier\n\nBahnen und Fähren: [der Fahrplan](https://www.ret.nl).',
      },
    },
  },
  {
    title: 'Code of conduct',
    body: 'Everyone is welcome. Be kind, and ask before you take a picture of someone.\n\nIf someone makes you feel unsafe:\n\n1. Tell anyone with a **yellow badge**.\n2. Or report the person from their profile in the app.',
  },
] as const;

/** Two information pages, and the map with a mark for each room. */
export async function loadDemoPages(
  services: App['services'],
  { by, conference_id }: { by: Administrator; conference_id: number },
): Promise<void> {
  const { adminConferencePages, agendaGroups } = services;
  for (const page of PAGES) {
    await adminConferencePages.create(by, conference_id, { kind: 'text', ...page });
  }
  const of = { conference_id, kind: 'room' } as const;
  const { rows } = await agendaGroups.list(of, { page: 1, limit: 100 });
  const rooms = rows.flatMap(({ id: room_id, name }) => {
    const [x, y] = ROOMS[name] ?? [];
    return x === undefined || y === undefined ? [] : [{ room_id, x, y }];
  });
  const others = Object.entries(PLACES).map(([label, [x, y]]) => ({ label, x, y }));
  const plan = await demoPlan(services);
  await adminConferencePages.create(by, conference_id, {
    kind: 'map',
    title: 'Map',
    image_url: plan?.url ?? null,
    marks: [...rooms, ...others],
  });
}
