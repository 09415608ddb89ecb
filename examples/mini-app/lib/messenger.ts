/**
 * What the messenger passes to a mini app, and the events between the two. The official script does the
 * same: where a page loads it, its `Telegram.WebView` is used, and without it the few lines below.
 */
type Listener = (event: string, data: unknown) => void;
interface WebView {
  onEvent(event: string, listener: Listener): void;
  postEvent(event: string, callback: null, data: object): void;
}
const messenger = globalThis as typeof globalThis & {
  readonly TelegramWebviewProxy?: { postEvent(event: string, json: string): void };
  readonly external?: { readonly notify?: (json: string) => void };
  Telegram?: { WebView?: WebView };
  TelegramGameProxy?: object;
};

const given = new URLSearchParams(location.hash.slice(1));
/** Signed: the service verifies it. What is read here is shown before the sign-in, and proves nothing. */
export const launchData = given.get('tgWebAppData') ?? '';
const user: { language_code?: string } = JSON.parse(
  new URLSearchParams(launchData).get('user') ?? '{}',
);
export const languageOfUser = user.language_code;
const platform = given.get('tgWebAppPlatform') ?? '';
const version = given.get('tgWebAppVersion') ?? '0';

const view = messenger.Telegram?.WebView ?? ownWebView();
const send = (event: string, data: object = {}) => view.postEvent(event, null, data);
const on = <T>(event: string, listener: (data: T) => void) =>
  view.onEvent(event, (_, data) => listener(data as T));

function ownWebView(): WebView {
  const listeners = new Map<string, Listener[]>();
  const receiveEvent: Listener = (event, data) => {
    for (const listener of listeners.get(event) ?? []) listener(event, data);
  };
  // The apps call these; a messenger in a browser is the page around this one, and posts messages.
  messenger.TelegramGameProxy = { receiveEvent };
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || typeof data !== 'string' || !data.startsWith('{')) return;
    const { eventType, eventData } = JSON.parse(data);
    receiveEvent(eventType, eventData);
  });
  const own = {
    receiveEvent,
    onEvent(event: string, listener: Listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    postEvent(eventType: string, _: null, eventData: object) {
      const message = JSON.stringify({ eventType, eventData });
      const app = messenger.TelegramWebviewProxy;
      if (app) app.postEvent(eventType, JSON.stringify(eventData));
      else if (messenger.external?.notify) messenger.external.notify(message);
      else if (window.parent !== window)
        window.parent.postMessage(message, 'https://web.telegram.org');
    },
  };
  messenger.Telegram = { ...messenger.Telegram, WebView: own };
  return own;
}

/** Colors of the messenger as `--tg-theme-…`; the styles have their own where it names none. */
function applyTheme(colors: Readonly<Record<string, string>>): void {
  const { style } = document.documentElement;
  for (const [name, color] of Object.entries(colors)) {
    style.setProperty(`--tg-theme-${name.replaceAll('_', '-')}`, color);
  }
  const [red = 0, green = 0, blue = 0] = (colors.bg_color?.match(/[\da-f]{2}/gi) ?? []).map(
    (part) => Number.parseInt(part, 16),
  );
  if (colors.bg_color) style.colorScheme = red + green + blue > 384 ? 'light' : 'dark';
}

/** Shows the app. @param back is called when the reader presses the messenger's back button */
export function startMessenger(back: () => void): void {
  applyTheme(JSON.parse(given.get('tgWebAppThemeParams') ?? '{}'));
  on<{ theme_params: Record<string, string> }>('theme_changed', (data) =>
    applyTheme(data.theme_params),
  );
  on('back_button_pressed', back);
  send('web_app_ready');
  send('web_app_expand');
}

/** Whether a messenger shows this page, with its own back button. */
export const isInMessenger = platform !== '';
export const showBackButton = (is_visible: boolean): void =>
  send('web_app_setup_back_button', { is_visible });

/** Opens an address outside of the app, such as that of a calendar, as the messenger wants it. */
export function openOutside(url: string): void {
  const { hostname, pathname, search } = new URL(url);
  if (hostname === 't.me') send('web_app_open_tg_link', { path_full: pathname + search });
  else send('web_app_open_link', { url });
}

const [major = 0, minor = 0] = version.split('.').map(Number);
/** Only the apps on phones have a scanner. */
export const hasScanner =
  /^(android|ios)/.test(platform) && (major > 6 || (major === 6 && minor > 3));
let scanned: ((text: string) => void) | undefined;
on<{ data: string }>('qr_text_received', ({ data }) => scanned?.(data));
on('scan_qr_popup_closed', () => {
  scanned = undefined;
});
/** Opens the messenger's scanner until it finds a code that `take` takes. */
export function openScanner(text: string, take: (code: string) => boolean): void {
  scanned = (code) => {
    if (!take(code)) return;
    scanned = undefined;
    send('web_app_close_scan_qr_popup');
  };
  send('web_app_open_scan_qr_popup', { text });
}
