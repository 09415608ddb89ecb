import { once } from 'node:events';
import type { Server } from 'node:http';

/** So many ports are tried before any free one. */
const PORTS = 100;

/** Listens at the port, or at the next one that is free. */
export async function listen(server: Server, first: number): Promise<void> {
  for (let port = first; port < first + PORTS; port += 1) {
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return;
    } catch {
      // Of another service on this machine.
    }
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
}
