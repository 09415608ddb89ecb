import type { Request } from 'express';
import { LONGEST_SESSION_MS } from '../domain/administration/admin-sessions.ts';

interface Options {
  /** The service is reached over HTTPS; otherwise by a developer. */
  readonly isSecure: boolean;
  /** The origin of the service; empty if it is not known. */
  readonly origin: () => string;
}

/** The cookie that holds the session of an administrator. */
export class AdminCookie {
  readonly #name: string;
  readonly #attributes: string;
  readonly #origin: () => string;

  constructor({ isSecure, origin }: Options) {
    // Browsers accept neither the prefix nor Secure over HTTP, not even all of them on localhost.
    this.#name = isSecure ? '__Host-hallway-admin' : 'hallway-admin';
    this.#attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    this.#origin = origin;
  }

  /** The `Set-Cookie` that stores a secret. Browsers forget it when no session can run any more. */
  setting(secret: string): string {
    return `${this.#name}=${secret}; Max-Age=${LONGEST_SESSION_MS / 1_000}; ${this.#attributes}`;
  }

  /** The `Set-Cookie` that deletes it. */
  deleting(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }

  /** The value of the cookie; undefined without one. */
  valueIn(req: Request): string | undefined {
    const prefix = `${this.#name}=`;
    const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  }

  /**
   * Whether a page of this service sent the request. Browsers say so in `Sec-Fetch-Site`, and those that
   * do not yet, or not to this address, in `Origin`, except of a GET: such a GET is refused, because one
   * from another site looks the same.
   */
  isFromOwnPage(req: Request): boolean {
    const own = this.#origin();
    const from = req.get('origin');
    const isForeign = from !== undefined && own !== '' && !isSameOrigin(from, own);
    if (isForeign) return false;
    const site = req.get('sec-fetch-site');
    return site === undefined ? from !== undefined && own !== '' : site === 'same-origin';
  }
}

/** A developer may open the address that the service listens on as `localhost`. */
const isSameOrigin = (from: string, own: string): boolean => {
  const { origin } = new URL(own);
  return (
    from === origin || from === origin.replace(/^http:\/\/127\.0\.0\.1(?=:|$)/, 'http://localhost')
  );
};
