import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN_API_KEY, JWT_SECRET } from '../../support/api.ts';
import { createDatabase } from '../../support/database.ts';
import { memoryOf, TRIMMED_MEMORY, WITH_MEMORY_REPORT } from '../../support/memory-report.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { endServices, type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const MB = 1_000_000;
const EVENTS = 5_000;

/** A calendar of 15 MB: 5,000 events with a description of about 3,000 characters each. */
function calendar(): string {
  const events = Array.from({ length: EVENTS }, (_, n) => {
    const description = `A talk about open networks, ${n}. `.repeat(100).slice(0, 2_900);
    return [
      'BEGIN:VEVENT',
      `UID:talk-${n}@example.org`,
      `DTSTART:202605${10 + (n % 20)}T090000Z`,
      `SUMMARY:Talk ${n}`,
      `DESCRIPTION:${description}`,
      'END:VEVENT',
    ].join('\r\n');
  });
  return ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n');
}

async function importCalendar(service: Service, text: string): Promise<unknown> {
  const form = new FormData();
  form.set('file', new Blob([text]), 'calendar.ics');
  const res = await fetch(`${service.url}/api/v1/admin/events/import-all-extcal`, {
    method: 'POST',
    headers: { 'X-API-Key': ADMIN_API_KEY },
    body: form,
  });
  return res.json();
}

describe('the memory of the process', () => {
  afterEach(endServices);

  it('returns to within 100 MB of before after a calendar of 15 MB', async () => {
    await using database = await createDatabase();
    const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-process-'));
    await using service = await startService({
      env: {
        NODE_ENV: 'production',
        ROLE: 'api',
        DATABASE_URL: database.url,
        JWT_SECRET,
        ADMIN_API_KEY,
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        DRAIN_DELAY: '0',
        ...TRIMMED_MEMORY,
      },
      cwd,
      node: WITH_MEMORY_REPORT,
    });
    const text = calendar();
    expect(text.length).toBeGreaterThan(15 * MB);
    const before = await memoryOf(service);

    expect(await importCalendar(service, text)).toMatchObject({ created: EVENTS });
    expect(await importCalendar(service, text)).toMatchObject({ unchanged: EVENTS });
    await until(async () => (await memoryOf(service)) < before + 100 * MB);

    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    await rm(cwd, { recursive: true });
  });
});
