import {
  handleOf,
  linksOf,
  SOCIAL_PLATFORMS,
  type SocialPlatform,
} from '../../../src/domain/people/socials.ts';

type Case = readonly [platform: SocialPlatform, typed: string, handle: string];

describe('a handle', () => {
  it.each<Case>([
    ['x', 'ada', 'ada'],
    ['x', '@ada', 'ada'],
    ['x', 'Ada_1815', 'Ada_1815'],
    ['linkedin', 'ada-lovelace', 'ada-lovelace'],
    ['linkedin', 'josé-lópez', 'josé-lópez'],
    ['github', '@ada-l', 'ada-l'],
    ['instagram', '@ada.lovelace', 'ada.lovelace'],
    ['facebook', 'ada.lovelace', 'ada.lovelace'],
    ['youtube', '@ада', 'ада'],
    ['tiktok', '@ada.l', 'ada.l'],
    ['discord', 'ada', 'ada'],
    ['discord', 'Ada#1815', 'Ada#1815'],
    ['farcaster', '@ada.eth', 'ada.eth'],
  ])('of %s can be given as %j', (platform, typed, handle) => {
    expect(handleOf(platform, typed)).toBe(handle);
  });

  it.each<readonly [SocialPlatform, string]>([
    ['x', 'a'.repeat(16)],
    ['x', 'ada.lovelace'],
    ['x', '@'],
    ['x', '@@ada'],
    ['x', 'a@da'],
    ['linkedin', 'al'],
    ['linkedin', '<ada'],
    ['linkedin', 'ada>'],
    ['youtube', '<ada'],
    ['youtube', 'ada>'],
    ['tiktok', '<ada'],
    ['tiktok', 'ada>'],
    ['farcaster', 'ada>'],
    ['github', '-ada'],
    ['github', 'a'.repeat(40)],
    ['instagram', 'ada lovelace'],
    ['facebook', 'ada/lovelace'],
    ['tiktok', '<ada>'],
    ['discord', 'a'],
    ['discord', 'ada#18'],
    ['farcaster', '.ada'],
  ])('of %s cannot be %j', (platform, typed) => {
    expect(handleOf(platform, typed)).toBeUndefined();
  });
});

describe('a profile URL', () => {
  it.each<Case>([
    ['x', 'https://x.com/ada', 'ada'],
    ['x', 'x.com/ada?url=https://y.example', 'ada'],
    ['x', 'http://www.x.com/ada/', 'ada'],
    ['x', 'https://twitter.com/@ada', 'ada'],
    ['x', 'https://mobile.twitter.com/ada?ref_src=twsrc%5Etfw', 'ada'],
    ['x', 'https://x.com/ada/status/1234567890', 'ada'],
    ['x', 'x.com/ada', 'ada'],
    ['x', 'HTTPS://X.COM/Ada', 'Ada'],
    ['linkedin', 'https://www.linkedin.com/in/ada-lovelace/', 'ada-lovelace'],
    ['linkedin', 'https://de.linkedin.com/in/ada-lovelace?trk=public_profile', 'ada-lovelace'],
    ['linkedin', 'linkedin.com/in/ada-lovelace/details/experience', 'ada-lovelace'],
    ['linkedin', 'https://www.linkedin.com/in/jos%C3%A9-l%C3%B3pez', 'josé-lópez'],
    ['linkedin', 'https://www.linkedin.com/in/jose%CC%81', 'josé'],
    ['github', 'https://github.com/ada', 'ada'],
    ['github', 'https://github.com/ada/engine#readme', 'ada'],
    ['github', 'www.github.com/ada?tab=repositories', 'ada'],
    [
      'instagram',
      'https://www.instagram.com/ada.lovelace/?igshid=MzRlODBiNWFlZA==',
      'ada.lovelace',
    ],
    ['instagram', 'm.instagram.com/ada', 'ada'],
    ['facebook', 'https://m.facebook.com/ada.lovelace?mibextid=LQQJ4d', 'ada.lovelace'],
    ['facebook', 'https://www.facebook.com/profile.php?id=100001815&sk=about', '100001815'],
    ['facebook', 'fb.com/ada', 'ada'],
    ['youtube', 'https://www.youtube.com/@ada', 'ada'],
    ['youtube', 'https://m.youtube.com/@ada/videos?si=Ab', 'ada'],
    ['youtube', 'https://youtube.com/c/ada', 'ada'],
    ['youtube', 'https://youtube.com/user/ada', 'ada'],
    ['youtube', 'https://www.youtube.com/ada', 'ada'],
    ['youtube', 'https://www.youtube.com/@%D0%B0%D0%B4%D0%B0', 'ада'],
    ['tiktok', 'https://www.tiktok.com/@ada?is_from_webapp=1&lang=en', 'ada'],
    ['tiktok', 'tiktok.com/@ada/video/7', 'ada'],
    ['farcaster', 'https://farcaster.xyz/ada', 'ada'],
    ['farcaster', 'https://warpcast.com/ada.eth/0x1815', 'ada.eth'],
  ])('of %s can be %s', (platform, typed, handle) => {
    expect(handleOf(platform, typed)).toBe(handle);
  });

  it.each<readonly [SocialPlatform, string]>([
    ['x', 'https://github.com/ada'],
    ['x', 'https://fedex.com/ada'],
    ['x', 'fedex.com/ada'],
    ['x', 'https://x.com.example.org/ada'],
    ['x', 'https://example.org/x.com/ada'],
    ['x', 'https://x.com@example.org/ada'],
    ['x', 'https://x.com/'],
    ['x', 'https://x.com/intent/user?screen_name=ada'],
    ['x', 'https://x.com/%E0%A4%A'],
    ['x', 'https://'],
    ['x', 'https://x.com:99999/ada'],
    ['linkedin', 'https://www.linkedin.com/company/analytical-engines'],
    ['linkedin', 'https://www.linkedin.com/school/ada'],
    ['linkedin', 'https://www.linkedin.com/in/'],
    ['github', 'https://gitlab.com/ada'],
    ['github', 'https://github.com/orgs/engines'],
    ['github', 'javascript://github.com/%0aalert(1)'],
    ['instagram', 'instagram.com'],
    ['instagram', 'https://www.instagram.com/p/Cabc'],
    ...['groups/engines', 'hashtag/looms', 'pages/looms', 'people/ada', 'share/ada'].map(
      (path) => ['facebook', `https://www.facebook.com/${path}`] as const,
    ),
    ...['explore', 'reel/ada', 'reels/ada', 'stories/ada'].map(
      (path) => ['instagram', `https://www.instagram.com/${path}`] as const,
    ),
    ...['home', 'i/lists', 'search?q=ada'].map((path) => ['x', `https://x.com/${path}`] as const),
    ...['playlist?list=1', 'shorts/ada'].map(
      (path) => ['youtube', `https://www.youtube.com/${path}`] as const,
    ),
    ['facebook', 'https://www.facebook.com/profile.php'],
    ['youtube', 'https://www.youtube.com/channel/UC1815'],
    ['youtube', 'https://www.youtube.com/watch?v=1815'],
    ['youtube', 'https://www.youtube.com/user'],
    ['tiktok', 'https://vm.tiktok.com/ZMabc'],
    ['discord', 'https://discord.com/users/1815'],
    ['farcaster', 'https://farcaster.xyz/~/channel/engines'],
  ])('of %s cannot be %s', (platform, typed) => {
    expect(handleOf(platform, typed)).toBeUndefined();
  });
});

describe('a website', () => {
  it.each([
    ['example.org', 'https://example.org/'],
    ['example.org/?to=https://y.example', 'https://example.org/?to=https://y.example'],
    ['HTTP://Example.org/Ada', 'http://example.org/Ada'],
    [
      'https://ada.example.org/notes?on=bernoulli#g',
      'https://ada.example.org/notes?on=bernoulli#g',
    ],
    ['example.org:8443/ada', 'https://example.org:8443/ada'],
    ['münchen.example', 'https://xn--mnchen-3ya.example/'],
  ])('%s is stored as %s', (typed, url) => {
    expect(handleOf('website', typed)).toBe(url);
  });

  it.each([
    'ada',
    'http://localhost/',
    'ftp://example.org/',
    'xhttps://example.org/',
    'httpsx://example.org/',
    'javascript:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,example.org',
    'mailto:ada@example.org',
    'https://ada:secret@example.org/',
    'exa mple.org',
  ])('cannot be %s', (typed) => {
    expect(handleOf('website', typed)).toBeUndefined();
  });
});

describe('the social links of a profile', () => {
  it('contain the profile URL of each handle', () => {
    const handles = Object.fromEntries(SOCIAL_PLATFORMS.map((platform) => [platform, 'ada']));

    expect(linksOf({ ...handles, website: 'https://example.org/' })).toEqual({
      x: { handle: 'ada', url: 'https://x.com/ada' },
      linkedin: { handle: 'ada', url: 'https://www.linkedin.com/in/ada' },
      github: { handle: 'ada', url: 'https://github.com/ada' },
      instagram: { handle: 'ada', url: 'https://www.instagram.com/ada' },
      facebook: { handle: 'ada', url: 'https://www.facebook.com/ada' },
      youtube: { handle: 'ada', url: 'https://www.youtube.com/@ada' },
      tiktok: { handle: 'ada', url: 'https://www.tiktok.com/@ada' },
      discord: { handle: 'ada', url: null },
      farcaster: { handle: 'ada', url: 'https://farcaster.xyz/ada' },
      website: { handle: 'https://example.org/', url: 'https://example.org/' },
    });
  });

  it('contain valid URLs for handles with non-ASCII letters', () => {
    expect(linksOf({ linkedin: 'josé', youtube: 'ада' })).toEqual({
      linkedin: { handle: 'josé', url: 'https://www.linkedin.com/in/jos%C3%A9' },
      youtube: { handle: 'ада', url: 'https://www.youtube.com/@%D0%B0%D0%B4%D0%B0' },
    });
  });

  it.each(SOCIAL_PLATFORMS.filter((platform) => !['discord', 'website'].includes(platform)))(
    'contain a URL of %s that is parsed to the same handle',
    (platform) => {
      const url = linksOf({ [platform]: 'ada' })[platform]?.url ?? '';
      expect(handleOf(platform, url)).toBe('ada');
    },
  );

  it('are empty without handles', () => {
    expect(linksOf({})).toEqual({});
  });
});
