import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { promisify } from 'node:util';
import { AppError } from '../../../src/errors.ts';
import { WebhookHttp } from '../../../src/integrations/webhooks/webhook-http.ts';

const servers: Server[] = [];
const clients: WebhookHttp[] = [];
const requests: string[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) server.close();
  requests.length = 0;
});

async function portOf(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const aServer = (listener: RequestListener) =>
  portOf(
    createHttp((request, response) => {
      requests.push(String(request.url));
      listener(request, response);
    }),
  );
/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createHttp().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
/** A server whose certificate nobody has signed but itself. */
async function aSelfSignedServer(): Promise<number> {
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj'];
  const { stdout } = await promisify(execFile)('openssl', [
    ...[...args, '/CN=localhost'],
    ...['-keyout', '-', '-out', '-'],
  ]);
  const listener: RequestListener = (request, response) => {
    requests.push(String(request.url));
    response.end();
  };
  return portOf(createHttps({ key: stdout, cert: stdout }, listener));
}

function call(url: string, allowedHosts: readonly string[] = ['127.0.0.1', 'localhost']) {
  const http = new WebhookHttp({ allowedHosts });
  clients.push(http);
  return http.call({ url, body: Buffer.from('{}'), headers: { 'webhook-id': 'msg_1' } });
}
const ms = expect.any(Number);

describe('a call without an answer', () => {
  it('to a closed port, and one that is reset, is refused', async () => {
    expect(await call(`http://127.0.0.1:${await closedPort()}/`)).toEqual({ error: 'refused', ms });
    const port = await aServer(({ socket }) => void socket.resetAndDestroy());
    expect(await call(`http://127.0.0.1:${port}/`)).toEqual({ error: 'refused', ms });
  });

  it('to a host without an address is dns', async () => {
    expect(await call('https://nowhere.invalid/', ['nowhere.invalid'])).toEqual({
      error: 'dns',
      ms,
    });
  });

  it('to a certificate that is not trusted, and to no TLS at all, is tls', async () => {
    const port = await aSelfSignedServer();
    expect(await call(`https://localhost:${port}/`)).toEqual({ error: 'tls', ms });
    const plain = await aServer((_request, response) => response.end());
    expect(await call(`https://localhost:${plain}/`)).toEqual({ error: 'tls', ms });
    expect(requests).toEqual([]);
  });

  it.each([
    ['a loopback address', '127.0.0.1'],
    ['a name of it', 'localhost'],
    ['a short form', '127.1'],
    ['IPv4 mapped into IPv6', '[::ffff:127.0.0.1]'],
    ['the unspecified address', '0.0.0.0'],
  ])('to a private host is address, and not made: %s', async (_what, host) => {
    const port = await aServer((_request, response) => response.end());
    expect(await call(`http://${host}:${port}/`, ['n8n.internal'])).toEqual({
      error: 'address',
      ms,
    });
    expect(requests).toEqual([]);
  });

  it.each(['169.254.169.254', '10.0.0.1', '100.64.0.1', '[fd00::1]', '[fe80::1]'])(
    'to %s is address',
    async (host) => {
      expect(await call(`http://${host}/`)).toEqual({ error: 'address', ms });
    },
  );
});

it('a redirect is an answer, and is not followed', async () => {
  const target = await aServer((_request, response) => response.end());
  const port = await aServer((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${target}/target` }).end();
  });
  expect(await call(`http://127.0.0.1:${port}/hook`)).toMatchObject({ status: 307 });
  expect(requests).toEqual(['/hook']);
});

it('a host is checked before an endpoint is created, unless the operator allows it', async () => {
  const http = new WebhookHttp({ allowedHosts: ['localhost'] });
  clients.push(http);
  await http.checkHost('http://localhost:9000/');
  for (const url of ['http://127.0.0.1:9000/', 'https://[::1]/', 'https://nowhere.invalid/']) {
    const problem = await http.checkHost(url).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(AppError);
    expect(problem).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/^url: /),
    });
  }
});
