import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { migrateToLatest } from '../../../src/db/migrate.ts';
import { AuditLogRepository } from '../../../src/repositories/operations/audit-log.repository.ts';
import { connectTo, createEmptyDatabase, openPool } from '../../support/database.ts';

const ROLES = new URL('../../../deploy/roles.sql', import.meta.url);

it('the role of deploy/roles.sql counts reads in the audit log and empties it as an erasure does, and no more', async () => {
  const role = `hallway_test_${randomBytes(6).toString('hex')}`;
  await using database = await createEmptyDatabase();
  await using owner = await connectTo(database.url);
  const file = await readFile(ROLES, 'utf8');
  const script = file.replace(/^\\getenv.*$/m, '').replace(":'password'", `'${role}'`);
  await owner.query(script.replaceAll(/\bhallway\b/g, role));
  await migrateToLatest(database.url);
  const { href } = Object.assign(new URL(database.url), { username: role, password: role });
  {
    await using db = openPool(href);
    const audit = new AuditLogRepository(db);
    const by = { name: 'key 1', request_id: 'a-request' };
    const read = { by, at: '2026-05-14T09:00:00.000Z', endpoint: 'listAdminUsers', reads: 2 };
    await audit.upsertReads([read]);
    await audit.upsertReads([read]);
    await audit.record(by, 'user.update', 7, { before: { company: 'Looms' } });
    await audit.deleteValuesAbout('user', [7]);
    await audit.deleteUserOfSpeakers(7);

    const rows = await db('audit_log').orderBy('id').select('before', 'after');
    expect(rows).toEqual([
      { before: null, after: { endpoint: 'listAdminUsers', reads: 4 } },
      { before: null, after: null },
    ]);
    for (const statement of [
      'delete from audit_log',
      "update audit_log set actor = 'another'",
      'alter table audit_log disable trigger all',
    ])
      await expect(db.raw(statement)).rejects.toThrow(/must be owner|denied/);
  }
  await owner.query(`drop owned by ${role}; drop role ${role}`);
});
