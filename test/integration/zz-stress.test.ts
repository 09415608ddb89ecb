import { startApi } from '../support/api.ts';
import { aConference } from '../support/factories.ts';
it('reads', async () => {
  const a = await startApi();
  try {
  const c = []; for (let i=0;i<100;i++) c.push((await aConference(a.db)).id);
  for (let b=0;b<10;b++) await a.db.raw(`insert into events (slug, conference_id, title, status, starts_at, ends_at, timezone, source, tags, organizer)
   select 'event-'||i, case when i % 5 = 0 then null else (select min(id) from conferences) + i % 100 end, 'Event about thing '||md5(i::text), case when i%20=0 then 'cancelled' else 'approved' end,
    timestamptz '2026-05-14 09:00Z' + (i - 90000) * interval '10 minutes', timestamptz '2026-05-14 09:00Z' + (i-90000) * interval '10 minutes' + interval '1 hour', 'UTC','admin', array['t'||i%50], 'Org '||i%1000 from generate_series(?::int,?::int) i`, [b*10000+1,(b+1)*10000]);
  await a.db.raw('vacuum analyze events'); await a.db.raw('analyze conferences');
  const q = async (label: string, path: string) => { for (let i=0;i<3;i++) await a.anonymous().get(path).expect(200); const t=performance.now(); for (let i=0;i<10;i++) await a.anonymous().get(path).expect(200); console.log(label, ((performance.now()-t)/10).toFixed(1),'ms'); };
  await q('plain','/api/v1/events');
  await q('deep','/api/v1/events?page=4000');
  await q('upcoming','/api/v1/events?upcoming=true');
  await q('from', '/api/v1/events?from=2026-05-14T09:00:00Z');
  await q('from-to', '/api/v1/events?from=2026-05-14T09:00:00Z&to=2026-05-15T09:00:00Z');
  await q('conf', `/api/v1/events?conference_id=${c[7]}`);
  await q('conf up', `/api/v1/events?upcoming=true&conference_id=${c[7]}`);
  await q('q', '/api/v1/events?q=abc12');
  await q('tag', '/api/v1/events?tag=T7');
  await q('id', '/api/v1/events/50000');
  await q('slug', '/api/v1/events/slug/event-50000');
  await q('confs', '/api/v1/conferences?limit=20');
  await q('confs100', '/api/v1/conferences?limit=100&upcoming=true');
  const logs: {sql:string;bindings:unknown[]}[] = [];
  a.db.on('query', (x: {sql:string;bindings:unknown[]}) => logs.push({sql:x.sql,bindings:x.bindings}));
  for (const p of ['/api/v1/events','/api/v1/events?upcoming=true','/api/v1/events?from=2026-05-14T09:00:00Z','/api/v1/conferences?limit=20']) await a.anonymous().get(p);
  const copies = [...logs];
  for (const l of copies) { const {rows} = await a.db.raw('explain analyze '+l.sql.replace(/\$\d+/g,'?'), l.bindings as never); console.log(l.sql.slice(-200)+'\n'+rows.map((r: Record<string,string>)=>r['QUERY PLAN']).join('\n')); }
  const t=performance.now();
  const { Store } = await import('../../src/db/store.ts');
  const st = new Store(a.db);
  await st.transaction(async tx => { const s = await tx.events.freeSlugs(Array.from({length:500},(_, i)=>'Event '+(i%7))); console.log(s.slice(0,3), s.slice(-3)); });
  console.log('500 slugs', (performance.now()-t).toFixed(1));
  const t2=performance.now();
  await st.transaction(async tx => { console.log(await tx.events.freeSlug('Event')); });
  console.log('worst slug', (performance.now()-t2).toFixed(1));
  const t3=performance.now();
  await st.transaction(async tx => { console.log(await tx.events.freeSlug('Something else')); });
  console.log('slug', (performance.now()-t3).toFixed(1));
  } finally { await a.close(); }
}, 120000);
