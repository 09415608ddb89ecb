import type { IssuedWebhook } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { Dialog } from '../parts/dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { hostOf } from './words.tsx';

/** Each verifies a message as the receiver gets it: its headers, and the bytes of its body. */
const RECEIVERS = {
  'Node.js': `import { createServer } from 'node:http';
import { env } from 'node:process';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks'; // npm i standardwebhooks
const webhook = new Webhook(env.HALLWAY_SECRET);
createServer(async (req, res) => {
  try {
    const { type, data } = webhook.verify(await text(req), req.headers);
    for (const item of data.items) console.log(type, item.sequence, item);
    res.writeHead(204).end();
  } catch {
    res.writeHead(401).end();
  }
}).listen(3000);`,
  Python: `from flask import Flask, request  # pip install standardwebhooks flask
from standardwebhooks.webhooks import Webhook
import os
app, webhook = Flask(__name__), Webhook(os.environ['HALLWAY_SECRET'])
@app.post('/hallway')
def hallway():
    print(webhook.verify(request.get_data(as_text=True), dict(request.headers)))
    return '', 204`,
} as const;

/** The only time that a secret is seen, with what a receiver does with it. */
export function WebhookSecret({
  issued: { secret, url },
  close,
}: {
  issued: IssuedWebhook;
  close: () => void;
}) {
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    say(t('keys.copied'));
  };
  return (
    <Dialog title={t('webhooks.secret', { name: hostOf(url) })} close={close}>
      <p>{t('webhooks.secret.more')}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      {Object.entries(RECEIVERS).map(([language, lines]) => (
        <details key={language}>
          <summary>{t('webhooks.verify', { language })}</summary>
          <pre class="secret">{lines}</pre>
        </details>
      ))}
      <p class="muted">{t('webhooks.order')}</p>
      <div class="buttons">
        <button
          type="button"
          class="btn"
          onClick={() => void copy().catch(() => say(t('keys.copy.failed')))}
        >
          {t('keys.copy')}
        </button>
        <button type="button" class="btn primary" onClick={close}>
          {t('dialog.close')}
        </button>
      </div>
    </Dialog>
  );
}
