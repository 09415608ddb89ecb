import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { queries } from './lib/api.ts';
import { scriptUrl } from './lib/script-url.ts';
import { loadTexts } from './lib/text.ts';
import { Shell } from './shell.tsx';
import './styles/base.css';
import './styles/parts.css';
import './styles/frame.css';
import './styles/door.css';
import './styles/agenda.css';
import './styles/quests.css';
import './styles/board.css';
import './styles/details.css';
import './styles/speakers.css';
import './styles/media.css';
import './styles/attendees.css';
import './styles/broadcasts.css';

await loadTexts();
const root = document.getElementById('console');
if (root) {
  render(
    <QueryClientProvider client={queries}>
      <Shell />
    </QueryClientProvider>,
    root,
  );
}
// Over plain http, other machines than this one get no service worker.
if ('serviceWorker' in navigator) {
  void navigator.serviceWorker.register(scriptUrl('/admin/sw.js') as string, { scope: '/admin/' });
}
