import { once } from 'node:events';
import { BlockList, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { AddressLimit } from '../../../src/http/address-limit.ts';
import { type Listener, listen } from '../../../src/http/listener.ts';
import { recordingLog } from '../../support/log.ts';
import { until } from '../../support/until.ts';

const LIMIT = 3;

describe('an address', () => {
  const limitOf = (limit = LIMIT) => new AddressLimit({ limit, log: pino({ level: 'silent' }) });

  it.each([
    ['IPv4', ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1'], '192.0.2.2'],
    ['IPv4 in IPv6', ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1'], '192.0.2.2'],
    [
      'IPv6, by its /56',
      ['2001:db8:0:100::1', '2001:db8:0:1ff::1', '2001:db8:0:100::1', '2001:db8:0:180:9::'],
      '2001:db8:0:200::1',
    ],
    ['a link of IPv6', ['fe80::1%eth0', 'fe80::2%eth0', 'fe80::1', 'fe80::1%eth1'], '2001:db8::1'],
  ])(
    'may have this number of connections at a time, and another one as many: %s',
    (_what, same, other) => {
      const limit = limitOf();
      const places = same.map((address) => limit.take(address));

      expect(places.map((place) => place !== undefined)).toEqual([true, true, true, false]);
      expect(limit.take(other)).toBeDefined();
      places[1]?.[Symbol.dispose]();
      expect(limit.take(same[0])).toBeDefined();
      expect(limit.take(same[0])).toBeUndefined();
    },
  );

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'of this machine has no limit: %s',
    (address) => {
      const limit = limitOf(1);
      for (let n = 0; n < 3; n += 1) expect(limit.take(address)).toBeDefined();
    },
  );

  it('that is gone already is refused', () => {
    expect(limitOf().take(undefined)).toBeUndefined();
  });

  it('over the limit is logged once a minute', () => {
    const { log, lines } = recordingLog();
    let now = 1;
    const limit = new AddressLimit({ limit: 1, log, now: () => now });
    const addresses = ['192.0.2.1', '2001:db8::1'];
    const flood = () => {
      for (const address of addresses) for (let n = 0; n < 50; n += 1) limit.take(address);
    };
    flood();
    now += 59_999;
    flood();
    expect(lines.map(({ address }) => address)).toEqual(['192.0.2.1', '2001:db8::/56']);
    now += 1;
    flood();
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatchObject({
      level: 40,
      address: '2001:db8::/56',
      msg: 'connections of an address: over the limit, further ones are refused',
    });
  });
});

describe('connections of an address', () => {
  let listener: Listener;
  beforeEach(async () => {
    listener = await listen(
      (req, res) => {
        if (req.url === '/destroyed') res.destroy();
        else if (req.url === '/never') res.write('…');
        else res.end('served');
      },
      {
        host: '127.0.0.1',
        port: 0,
        maxConnections: 1_000,
        headersTimeoutMs: 10,
        addressLimit: new AddressLimit({
          limit: LIMIT,
          log: pino({ level: 'silent' }),
          exempt: new BlockList(),
        }),
      },
    );
  });
  afterEach(() => listener.close(0));

  const open = async (text = ''): Promise<Socket> => {
    const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    await once(socket, 'connect');
    if (text) socket.write(text);
    return socket;
  };
  const closeOf = (socket: Socket) =>
    new Promise<void>((resolve) => {
      if (socket.closed) resolve();
      else socket.resume().once('close', () => resolve());
    });
  /** Undefined for a connection that is refused. */
  async function firstBytesOf(socket: Socket): Promise<string | undefined> {
    return new Promise((resolve) => {
      socket.once('data', (data) => resolve(String(data)));
      socket.once('end', () => resolve(undefined));
      socket.once('close', () => resolve(undefined));
    });
  }
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: hallway\r\n${more}\r\n`;

  it('beyond the limit get no answer, not even to invalid HTTP, and the others are served', async () => {
    const sockets = await Promise.all([open(), open(), open()]);
    for (const text of [get('/'), 'not HTTP\r\n\r\n']) {
      expect(await firstBytesOf(await open(text))).toBeUndefined();
    }
    sockets[2]?.write(get('/'));
    expect(await firstBytesOf(sockets[2] as Socket)).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of sockets) socket.destroy();
  });

  const WAYS: Readonly<Record<string, (socket: Socket) => void>> = {
    'the client ends them': (socket) => socket.end(),
    'the client resets them': (socket) => socket.resetAndDestroy(),
    'the client resets them in a request': (socket) => {
      socket.write(get('/never'));
      socket.once('data', () => socket.resetAndDestroy());
    },
    'an answer ends them': (socket) => socket.end(get('/', 'Connection: close\r\n')),
    'the application destroys an answer': (socket) => socket.write(get('/destroyed')),
    'they send no HTTP': (socket) => socket.end('not HTTP\r\n\r\n'),
    'they send half of a request': (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: ha');
      socket.once('end', () => socket.end());
    },
    'they ask for a tunnel': (socket) =>
      socket.write('CONNECT a:1 HTTP/1.1\r\nHost: hallway\r\n\r\n'),
    'they ask for an upgrade': (socket) =>
      socket.end(get('/', 'Connection: upgrade, close\r\nUpgrade: websocket\r\n')),
  };

  it.each(Object.entries(WAYS))('are free again when %s', async (_what, end) => {
    for (let round = 0; round < 2; round += 1) {
      const sockets = await Promise.all([open(), open(), open()]);
      sockets.forEach(end);
      // Only a write shows to the other side that this one is gone.
      const typing = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('-');
      }, 50);
      await Promise.all(sockets.map(closeOf)).finally(() => clearInterval(typing));
      await until(async () => (await servedAtOnce()) === LIMIT);
    }
  });

  /** How many of four connections are served while all of them are open. */
  async function servedAtOnce(): Promise<number> {
    const sockets = await Promise.all([open(), open(), open(), open()]);
    for (const socket of sockets) socket.write(get('/'));
    const answers = await Promise.all(sockets.map(firstBytesOf));
    for (const socket of sockets) socket.destroy();
    return answers.filter((answer) => answer !== undefined).length;
  }
});
