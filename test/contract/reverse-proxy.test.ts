import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Operation {
  readonly responses?: Readonly<Record<string, { content?: object }>>;
}

/** The media types of the responses in the API reference. */
function mediaTypes(): string[] {
  const { paths } = JSON.parse(read('docs/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const answers = operations.flatMap(({ responses = {} }) => Object.values(responses));
  const types = answers.flatMap(({ content = {} }) => Object.keys(content));
  return [...new Set(types.map((type) => type.replace(/;.*/, '')))];
}

describe('the reverse proxy', () => {
  const caddyfile = read('deploy/Caddyfile');
  const compressed = [...caddyfile.matchAll(/header Content-Type (\S+)\*$/gm)].map(
    ([, type]) => type,
  );

  it('compresses every text of the API', () => {
    expect(caddyfile).toContain('encode zstd gzip {');
    const texts = mediaTypes().filter((type) => /^text\/|json/.test(type));
    expect(compressed).toEqual(
      expect.arrayContaining(texts.filter((type) => type !== 'text/event-stream')),
    );
  });

  it('passes on each event of a live stream at once', () => {
    expect(mediaTypes()).toContain('text/event-stream');
    expect(compressed).not.toContain('text/event-stream');
  });

  it('serves the host of SITE_ADDRESS, and sends HSTS over HTTPS', () => {
    expect(caddyfile).toMatch(/^\{\$SITE_ADDRESS::80\} \{$/m);
    expect(caddyfile).toContain(
      '@https protocol https\n\theader @https Strict-Transport-Security "max-age=31536000"',
    );
    expect(read('docker-compose.yml')).toMatch(/^ +SITE_ADDRESS: \$\{SITE_ADDRESS:-:80\}$/m);
  });
});
