import { existsSync } from 'node:fs';
import AxeBuilder from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const CANDIDATES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = CANDIDATES.find((path) => path && existsSync(path));

/** As `describe`, in a browser. Without Chromium it is skipped, or fails with `REQUIRE_BROWSER=1`. */
export const describeInBrowser =
  executablePath || process.env.REQUIRE_BROWSER ? describe : describe.skip;
if (!executablePath) console.warn('No Chromium: tests in the browser are skipped.');

/** A host name of this machine to which browsers give no more trust than to any other over http. */
export const PLAIN_HOST = 'hallway.test';

/** @param film a file of joined JPEGs, which every camera shows */
export function openBrowser({ film }: { film?: string } = {}): Promise<Browser> {
  if (!executablePath) throw new Error('expected Chromium, or its path in CHROMIUM');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(film ? [`--use-file-for-fake-video-capture=${film}`] : []),
    ],
  });
}

/** Below Jest's test timeout, and far above what a slow machine needs. */
const PATIENCE_MS = 90_000;
/** Far from every conference of the tests, so that a time of the browser is a wrong one. */
const timezoneId = 'Pacific/Auckland';

/** A page of its own session, with what it should never write. */
export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    permissions: ['camera'],
    timezoneId,
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
      problems.push(message.text());
    }
  });
  return { page, context, problems };
}

/** What axe finds wrong with a page, once its colors no longer change. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(AxeBuilder.source);
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))`);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await checker.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}
