import { rawLaunchData, startMessenger } from '@hallway/client/messenger';
import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { App } from './app.tsx';
import { queries, readFirst } from './lib/api.ts';
import { restore } from './lib/kept.ts';
import { follow } from './lib/live.ts';
import { setLanguage } from './lib/text.ts';
import './styles.css';

startMessenger(() => history.back());
if (rawLaunchData) {
  // What cannot be read from the device comes from the service.
  await restore().catch(() => undefined);
  readFirst();
  void follow();
}
await setLanguage();
const app = (
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>
);
render(app, document.getElementById('app') ?? document.body);
