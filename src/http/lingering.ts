import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The time that a client may take to send the rest of its body. */
const LINGER_MS = 30_000;
/** A client that sends nothing for this time has read its answer, or never will. */
const SILENCE_MS = 5_000;
/** Above this number, a connection is closed at once. */
const MAX_LINGERING = 100;

export interface LingeringLimits {
  readonly totalMs: number;
  readonly silenceMs: number;
  readonly max: number;
}

const LIMITS: LingeringLimits = {
  totalMs: LINGER_MS,
  silenceMs: SILENCE_MS,
  max: MAX_LINGERING,
};

/**
 * Closes the connections of clients that still send a body after the last answer. A connection that is
 * closed with unread bytes is reset, which discards the answer on the client's side: the rest is read and
 * dropped first. The time and the number of connections are limited, not the bytes.
 */
export class Lingering {
  readonly #limits: LingeringLimits;
  readonly #sockets = new Set<Socket>();
  #isClosed = false;

  constructor(limits: LingeringLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Makes the end of the connection wait for the body of this request. */
  follow(req: IncomingMessage): void {
    const { socket } = req;
    // Node calls it after the last answer of a connection; a next request replaces it.
    socket.destroySoon = () => this.#close(socket, req);
  }

  /** Closes the connections that wait, and lets no other one wait. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #close(socket: Socket, req: IncomingMessage): void {
    // Sends what is left of the answer, and that no other one comes.
    socket.end();
    const isOver = req.complete || this.#isClosed || this.#sockets.size >= this.#limits.max;
    if (isOver || socket.destroyed) {
      endSoon(socket);
      return;
    }
    this.#sockets.add(socket);
    const end = () => socket.destroy();
    const deadline = setTimeout(end, this.#limits.totalMs);
    // The server destroys a socket at its timeout.
    socket.setTimeout(this.#limits.silenceMs);
    socket.once('close', () => {
      clearTimeout(deadline);
      this.#sockets.delete(socket);
    });
    req.once('end', () => endSoon(socket)).unpipe();
    req.resume();
  }
}

/** As Node's own `destroySoon`. */
function endSoon(socket: Socket): void {
  if (socket.writableFinished) socket.destroy();
  else socket.once('finish', () => socket.destroy());
}
