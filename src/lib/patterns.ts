/** The patterns of texts, by what a client is named as their format. */
export const PATTERNS = {
  id: /^[1-9]\d{0,15}$/,
  slug: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  country: /^[A-Z]{2}$/,
  color: /^#[0-9A-Fa-f]{6}$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  username: /^[A-Za-z0-9_]{4,32}$/,
  name: /^[\w-]{1,64}$/,
} as const;
