interface Options {
  /** The service is reached over HTTPS; otherwise by a developer. */
  readonly isSecure: boolean;
  /** When browsers forget the cookie: no session is longer. */
  readonly maxAgeMs: number;
  /** The origin of the service; empty if it is not known. */
  readonly origin: () => string;
}

/** The headers of a request. */
interface SentHeaders {
  readonly cookie?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/** The cookie that holds the session of an administrator. */
export class AdminCookie {
  readonly #name: string;
  readonly #attributes: string;
  readonly #maxAgeMs: number;
  readonly #origin: () => string;

  constructor({ isSecure, maxAgeMs, origin }: Options) {
    // Browsers accept neither the prefix nor Secure over HTTP, not even all of them on localhost.
    this.#name = isSecure ? '__Host-hallway-admin' : 'hallway-admin';
    this.#attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    this.#maxAgeMs = maxAgeMs;
    this.#origin = origin;
  }

  /** The `Set-Cookie` that stores a secret. */
  setting(secret: string): string {
    return `${this.#name}=${secret}; Max-Age=${this.#maxAgeMs / 1_000}; ${this.#attributes}`;
  }

  /** The `Set-Cookie` that deletes it. */
  deleting(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }

  /** The value of the cookie in the header `Cookie`; undefined without one. */
  valueIn({ cookie = '' }: SentHeaders): string | undefined {
    const prefix = `${this.#name}=`;
    const pairs = cookie.split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  }

  /** Whether a browser sent the request from another page: programs send none of these headers. */
  isFromOtherPage(headers: SentHeaders): boolean {
    const isFromBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
    return isFromBrowser && !this.isFromOwnPage(headers);
  }

  /**
   * Whether a page of this service sent the request. Browsers say so in `Sec-Fetch-Site`, and those that
   * do not yet, or not to this address, in `Origin`, except of a GET: such a GET is refused, because one
   * from another site looks the same.
   */
  isFromOwnPage(headers: SentHeaders): boolean {
    const own = this.#origin();
    const { origin: from, 'sec-fetch-site': site } = headers;
    const isForeign = from !== undefined && own !== '' && !isSameOrigin(from, own);
    if (isForeign) return false;
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
