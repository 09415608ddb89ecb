import { atMost, type Experiment, exactly } from '../experiment.ts';
import { Load, longest, percentile } from '../load.ts';
import { hasEnded, residentMb } from '../process.ts';
import { openSite } from '../site.ts';
import { hostileTables, MIXED_TABLES, tableOf } from '../tables.ts';
import { upload } from '../uploads.ts';

export const experiment: Experiment = {
  fault:
    'tables that unpack to 400 MB, with 1,000,000 rows, without an end, and of no format; formulas, __proto__ and one user twice',
  async run() {
    await using site = await openSite();
    await using api = await site.start();
    const import_ = async (name: string, bytes: Buffer | string) => {
      const started = performance.now();
      const answer = await upload(api, {
        as: 'admin',
        to: '/admin/users/bulk-import',
        bytes,
        name,
      });
      await answer.arrayBuffer();
      return { status: answer.status, ms: performance.now() - started };
    };
    await import_('one.csv', tableOf(1));
    const before = await residentMb(api);
    const files = await hostileTables();
    await using others = new Load(2, () => fetch(`${api.url}/healthz?live`));
    const refused = [];
    for (const [name, bytes] of Object.entries(files)) refused.push(await import_(name, bytes));
    await others.stop();
    const imported = await site.db('users').where('messenger_id', '>', 5_000_000).pluck('id');
    const mixed = [];
    for (const [name, bytes] of Object.entries(MIXED_TABLES))
      mixed.push(await import_(name, bytes));
    const again = await import_('twice.csv', MIXED_TABLES['twice.csv'] ?? '');
    const ofTwice = await site.db('users').where({ messenger_id: 7_004 });
    return [
      exactly(
        'hostile tables not answered 4xx',
        refused.filter(({ status }) => status < 400 || status > 499).length,
        0,
      ),
      atMost('longest answer', Math.max(...refused.map(({ ms }) => ms)) / 1_000, 20, 's'),
      exactly('users of refused tables', imported.length, 0),
      atMost('other requests, 99 of 100', percentile(others.answers, 0.99), 200, 'ms'),
      atMost('longest other request', longest(others.answers) / 1_000, 5, 's'),
      atMost('memory added', (await residentMb(api)) - before, 300, 'MB'),
      exactly(
        'tables with single wrong rows not answered 200',
        [...mixed, again].filter(({ status }) => status !== 200).length,
        0,
      ),
      exactly('users of a table that names one twice', ofTwice.length, 1),
      exactly('processes that ended', [api].filter(hasEnded).length, 0),
    ];
  },
};
