import { normalized } from '../../lib/normalized.ts';

/** The profile URL of a handle on each platform; null if the platform has no profile pages. */
const PROFILE_URL = {
  x: (handle: string) => `https://x.com/${handle}`,
  linkedin: (handle: string) => `https://www.linkedin.com/in/${encodeURIComponent(handle)}`,
  github: (handle: string) => `https://github.com/${handle}`,
  instagram: (handle: string) => `https://www.instagram.com/${handle}`,
  facebook: (handle: string) => `https://www.facebook.com/${handle}`,
  youtube: (handle: string) => `https://www.youtube.com/@${encodeURIComponent(handle)}`,
  tiktok: (handle: string) => `https://www.tiktok.com/@${handle}`,
  discord: () => null,
  farcaster: (handle: string) => `https://farcaster.xyz/${handle}`,
  website: (handle: string) => handle,
} as const satisfies Record<string, (handle: string) => string | null>;

export type SocialPlatform = keyof typeof PROFILE_URL;

export const SOCIAL_PLATFORMS = Object.keys(PROFILE_URL).filter(
  (name): name is SocialPlatform => name in PROFILE_URL,
);

export type SocialHandles = Readonly<Partial<Record<SocialPlatform, string>>>;

/** A handle and its profile URL; null for Discord, which has no profile pages. */
export interface SocialLink {
  readonly handle: string;
  readonly url: string | null;
}
export type SocialLinks = Readonly<Partial<Record<SocialPlatform, SocialLink>>>;

/** Hosts whose profile URLs are recognized, including subdomains such as `m.` or `de.`. */
const HOSTS: Readonly<Partial<Record<SocialPlatform, readonly string[]>>> = {
  x: ['x.com', 'twitter.com'],
  linkedin: ['linkedin.com'],
  github: ['github.com'],
  instagram: ['instagram.com'],
  facebook: ['facebook.com', 'fb.com'],
  youtube: ['youtube.com'],
  tiktok: ['tiktok.com'],
  farcaster: ['farcaster.xyz', 'warpcast.com'],
};

/** First path segments that are pages of the platform itself, never a profile. */
const RESERVED_SEGMENTS = new Set([
  'channel',
  'explore',
  'groups',
  'hashtag',
  'home',
  'i',
  'intent',
  'orgs',
  'p',
  'pages',
  'people',
  'playlist',
  'reel',
  'reels',
  'search',
  'share',
  'shorts',
  'stories',
  'watch',
]);

/** The syntax of a handle: LinkedIn and YouTube allow letters of any script, the others ASCII. */
const HANDLES: Readonly<Record<Exclude<SocialPlatform, 'website'>, RegExp>> = {
  x: /^\w{1,15}$/,
  linkedin: /^[\p{L}\p{N}_-]{3,100}$/u,
  github: /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/,
  instagram: /^[\w.]{1,30}$/,
  facebook: /^[\w.-]{1,50}$/,
  youtube: /^[\p{L}\p{N}_.-]{1,100}$/u,
  tiktok: /^[\w.]{1,24}$/,
  discord: /^[\w.]{2,32}(?:#\d{4})?$/,
  farcaster: /^[A-Za-z0-9][A-Za-z0-9.-]{0,31}$/,
};

/**
 * Extracts the handle from a handle, an `@handle` or a profile URL. A website is returned as an
 * absolute http(s) URL. Returns undefined for any other input.
 */
export function handleOf(platform: SocialPlatform, typed: string): string | undefined {
  if (platform === 'website') return websiteOf(typed);

  const candidate = looksLikeUrl(platform, typed) ? handleInUrl(platform, typed) : typed;
  const handle = candidate?.replace(/^@/, '');
  return handle !== undefined && HANDLES[platform].test(handle) ? handle : undefined;
}

/** Each handle with its profile URL. */
export function linksOf(handles: SocialHandles): SocialLinks {
  const links: Partial<Record<SocialPlatform, SocialLink>> = {};
  for (const platform of SOCIAL_PLATFORMS) {
    const handle = handles[platform];
    if (handle !== undefined) links[platform] = { handle, url: PROFILE_URL[platform](handle) };
  }
  return links;
}

const looksLikeUrl = (platform: SocialPlatform, typed: string) =>
  (HOSTS[platform] ?? []).some((host) => `${typed.toLowerCase()}/`.includes(`${host}/`));

function handleInUrl(platform: SocialPlatform, typed: string): string | undefined {
  const url = urlOf(typed);
  const host = url?.hostname.toLowerCase();
  const isOnPlatform = (HOSTS[platform] ?? []).some(
    (own) => host === own || host?.endsWith(`.${own}`),
  );
  if (!url || !isOnPlatform) return undefined;

  const segments = decoded(url.pathname)?.split('/').filter(Boolean) ?? [];
  const [first = '', second] = segments;
  if (RESERVED_SEGMENTS.has(first.toLowerCase())) return undefined;
  switch (platform) {
    case 'linkedin':
      // Companies and schools have another first segment.
      return first === 'in' ? second : undefined;
    case 'youtube':
      // `/c/` and `/user/` are channel URLs from before YouTube had handles.
      return ['c', 'user'].includes(first) ? second : first;
    case 'tiktok':
      // A path without the @ is a short link, which does not contain the handle.
      return first.startsWith('@') ? first : undefined;
    case 'facebook':
      return first === 'profile.php' ? (url.searchParams.get('id') ?? undefined) : first;
    default:
      return first;
  }
}

function websiteOf(typed: string): string | undefined {
  const url = urlOf(typed);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return url.hostname.includes('.') ? url.href : undefined;
}

/** Undefined also for an address with a user name or password. */
function urlOf(typed: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return !url || url.username || url.password ? undefined : url;
}

function decoded(path: string): string | undefined {
  try {
    return normalized(decodeURIComponent(path));
  } catch {
    return undefined;
  }
}
