import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureProblem } from '../../../src/lib/standard-webhooks.ts';
import { axe, describeInBrowser } from '../../support/browser.ts';
import { demoConsole, go } from '../../support/console.ts';
import { connectTo } from '../../support/database.ts';
import { until } from '../../support/until.ts';

interface Received {
  readonly id: string;
  readonly body: string;
  readonly problem: string | undefined;
}

/** A receiver that verifies what it gets, and answers with `status`. */
async function startReceiver() {
  const received: Received[] = [];
  const receiver = { received, secret: '', status: 500, url: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks);
      const of = (name: string) => [`webhook-${name}`, String(request.headers[`webhook-${name}`])];
      const headers = Object.fromEntries(['id', 'timestamp', 'signature'].map(of));
      const secrets = [receiver.secret];
      const problem = signatureProblem(headers, { secrets, rawBody, now: new Date() });
      received.push({ id: headers['webhook-id'], body: rawBody.toString(), problem });
      response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hallway`;
  return Object.assign(receiver, {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

describeInBrowser('webhooks', () => {
  const demo = demoConsole();

  it('connect a receiver, show its failure, and replay what it missed', async () => {
    await using receiver = await startReceiver();
    const { page, context, problems } = await demo.open();
    await go(page, 'Webhooks');
    await page.getByText('No webhooks yet.').waitFor();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('button', { name: 'Add a webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('http://10.0.0.1/hallway');
    await dialog.getByLabel('Name').fill('Badge printer');
    await dialog.getByLabel('Sessions').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Save' }).click();

    receiver.secret = await page.locator('code.secret').first().innerText();
    await page.getByText('Verify in Python').click();
    await page.getByText('pip install standardwebhooks').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Badge printer' }).click();
    expect(await page.getByText(receiver.secret).count()).toBe(0);

    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/^The test: answered 500/).waitFor();
    receiver.status = 204;
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/^The test: answered 204/).waitFor();

    receiver.status = 500;
    await demo.api('PUT', '/admin/agenda/1', { description: 'Now in the large hall.' });
    await until(() => receiver.received.some(({ body }) => body.includes('agenda_item.changed')));
    await page.reload();
    await page
      .getByText(/answered 500/)
      .first()
      .waitFor();
    await page.getByText('Waits', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await page.getByText('"type": "agenda_item.changed"').waitFor();
    expect(await axe(page)).toEqual([]);

    // It ran out of tries while the receiver was away for a day.
    await using db = await connectTo(demo.database().url);
    await db.query(
      `update webhook_deliveries set status = 'failed', attempts = 8, run_id = null, leased_until = null`,
    );
    receiver.status = 204;
    await page.reload();
    await page.getByRole('button', { name: 'Replay all failed' }).click();
    await page.getByText('1 message is sent again.').waitFor();
    await until(() => receiver.received.filter(({ problem }) => problem === undefined).length > 3);
    await page.reload();
    await page.getByText('Arrived', { exact: true }).waitFor();
    const changes = receiver.received.filter(({ body }) => body.includes('agenda_item.changed'));
    expect(new Set(changes.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received.map(({ problem }) => problem)).toEqual(
      receiver.received.map(() => undefined),
    );
    expect(problems.filter((one) => !one.includes('400'))).toEqual([]);
    await context.close();
  });

  it('turn off, on again, give a new secret, and go', async () => {
    await using receiver = await startReceiver();
    receiver.status = 204;
    const { page, context, problems } = await demo.open();
    await demo.api('POST', '/admin/webhooks', {
      url: receiver.url,
      kinds: ['speaker.changed'],
      description: 'CRM',
    });
    await go(page, 'Webhooks');
    await page.getByRole('link', { name: 'CRM' }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('An organizer turned it off.').first().waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();

    await page.getByRole('button', { name: 'New secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The old secret signs, too').selectOption('It ends at once');
    await dialog.getByRole('button', { name: 'New secret' }).click();
    receiver.secret = await page.locator('code.secret').first().innerText();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/^The test: answered 204/).waitFor();
    expect(receiver.received).toMatchObject([{ problem: undefined }]);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Name').fill('The CRM');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'The CRM' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'The CRM' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });
});
