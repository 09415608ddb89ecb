import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { App } from './app.tsx';
import { queries, readAll } from './lib/api.ts';
import { restore } from './lib/kept.ts';
import { launchData, startMessenger } from './lib/messenger.ts';
import { setLanguage } from './lib/text.ts';
import './styles.css';

startMessenger(() => history.back());
if (launchData !== '') {
  // What cannot be read from the device comes from the service.
  await restore().catch(() => undefined);
  readAll();
}
await setLanguage();
const app = (
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>
);
render(app, document.getElementById('app') ?? document.body);
