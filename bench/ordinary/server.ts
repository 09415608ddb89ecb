import jwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { ADMIN_API_KEY, JWT_SECRET } from '../harness/service.ts';
import { listNotifications, openStreams } from './inbox.ts';
import { me, recommended, signIn, state, userOf } from './people.ts';
import { pool } from './pool.ts';
import { agenda, announcements, conference, events, favorites, myEvents } from './programme.ts';
import { myQuests } from './quests.ts';
import { checkIn, register } from './writes.ts';

/**
 * The ordinary way: the requests of the busy minute by Fastify and pg as people write them. Plugins
 * for tokens and rate limits, plain parameterized queries on a pool, exact totals, no response cache;
 * the same fields as the service.
 */
const app = fastify({ trustProxy: true, logger: { level: 'info' } });
await app.register(rateLimit, {
  max: 3_000,
  timeWindow: '1 minute',
  // Signed-in users by themselves: a venue shares one address.
  keyGenerator: (req) => req.headers.authorization ?? req.ip,
});
await app.register(jwt, { secret: JWT_SECRET });

app.get('/healthz', async () => {
  await pool.query('select 1');
  return { status: 'ok' };
});
app.post('/api/v1/auth/login', async (req, reply) => {
  const user = await signIn((req.body as { init_data: string }).init_data);
  if (!user) return reply.code(401).send({ error: 'Sign in again', code: 'UNAUTHORIZED' });
  const { id: user_id, messenger_id } = user;
  const token = app.jwt.sign({ user_id, messenger_id }, { expiresIn: '1d' });
  return { token, token_type: 'Bearer', expires_in: 86_400, user: await me(user) };
});

interface Page {
  readonly page?: string;
  readonly limit?: string;
}
const pageOf = (req: FastifyRequest) => {
  const { page = '1', limit = '20' } = req.query as Page;
  return { page: Number(page), limit: Number(limit) };
};

app.get('/api/v1/conferences/:id', (req) => conference(Number((req.params as { id: string }).id)));
app.get('/api/v1/conferences/:id/agenda', (req) =>
  agenda(Number((req.params as { id: string }).id)),
);
app.get('/api/v1/events', (req) =>
  events(Number((req.query as { conference_id: string }).conference_id), pageOf(req)),
);
app.register(signedIn, { prefix: '/api/v1' });
app.register(administration, { prefix: '/api/v1/admin' });

/** Each request reads the user, as the service does, so that a block takes effect at once. */
async function signedIn(routes: FastifyInstance): Promise<void> {
  const users = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof userOf>>>();
  const caller = (req: FastifyRequest) => {
    const user = users.get(req);
    if (!user) throw new Error('not signed in');
    return user;
  };
  routes.addHook('onRequest', async (req, reply) => {
    await req.jwtVerify();
    const user = await userOf((req.user as { user_id: number }).user_id);
    if (!user || user.is_blocked) return reply.code(403).send({ code: 'FORBIDDEN' });
    users.set(req, user);
  });
  const streams = await openStreams();

  routes.get('/users/me', (req) => me(caller(req)));
  routes.get('/users/me/state', (req) => state(caller(req).id));
  routes.get('/users/recommended', (req) => recommended(caller(req).id, pageOf(req)));
  routes.get('/conferences/:id/announcements', (req) =>
    announcements(Number((req.params as { id: string }).id), caller(req).id, pageOf(req)),
  );
  routes.get('/events/my', (req) => myEvents(caller(req).id, pageOf(req)));
  routes.get('/agenda/my', (req) => favorites(caller(req).id, pageOf(req)));
  routes.get('/notifications', (req) => listNotifications(caller(req).id, pageOf(req)));
  routes.get('/quests/my', (req) => myQuests(caller(req).id, pageOf(req)));
  routes.get('/notifications/stream', (req, reply) => {
    reply.hijack();
    streams.open(caller(req).id, reply.raw);
  });
  routes.post('/events/attend', async (req, reply) => {
    const attendance = await register(caller(req).id, (req.body as { event_id: number }).event_id);
    return reply.code(201).send(attendance);
  });
}

async function administration(routes: FastifyInstance): Promise<void> {
  routes.addHook('onRequest', async (req, reply) => {
    if (req.headers['x-api-key'] !== ADMIN_API_KEY) {
      return reply.code(401).send({ code: 'UNAUTHORIZED' });
    }
  });
  routes.post('/conferences/:id/check-in', (req) =>
    checkIn(Number((req.params as { id: string }).id), (req.body as { user_id: number }).user_id),
  );
}

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit());
process.once('SIGINT', () => process.exit());
