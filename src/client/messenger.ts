/**
 * What a messenger gives to a mini app, and the events between the two. A page that has loaded the official
 * script of Telegram uses its object, any other page the few lines here. In a plain browser, the functions do
 * nothing, and the storage is that of the browser.
 */
type Listener = (event: string, data: unknown) => void;
interface WebView {
  onEvent(event: string, listener: Listener): void;
  postEvent(event: string, callback: null, data: object): void;
}
const messenger = globalThis as typeof globalThis & {
  readonly TelegramWebviewProxy?: { postEvent(event: string, json: string): void };
  Telegram?: { WebView?: WebView };
  TelegramGameProxy?: object;
};

const given = new URLSearchParams(location.hash.slice(1));
/** Signed: the service verifies it. What a page reads of it before the sign-in proves nothing. */
export const rawLaunchData = given.get('tgWebAppData') ?? '';
/** Who has opened the app, as the launch data say. */
export const launchUser: { readonly id?: number; readonly language_code?: string } = JSON.parse(
  new URLSearchParams(rawLaunchData).get('user') ?? '{}',
);
const platform = given.get('tgWebAppPlatform') ?? '';
/** Whether a messenger shows this page, with its own back and main button. */
export const isInMessenger = platform !== '';
const [major = 0, minor = 0] = (given.get('tgWebAppVersion') ?? '0').split('.').map(Number);
/** Whether the messenger has what came with this version of the Bot API. */
const has = (since: number, part = 0) =>
  isInMessenger && (major > since || (major === since && minor >= part));

const view = messenger.Telegram?.WebView ?? ownWebView();
const send = (event: string, data: object = {}) => view.postEvent(event, null, data);
const on = <T>(event: string, listener: (data: T) => void) =>
  view.onEvent(event, (_, data) => listener(data as T));

function ownWebView(): WebView {
  const listeners = new Map<string, Listener>();
  const receiveEvent: Listener = (event, data) => listeners.get(event)?.(event, data);
  // The apps call these; a messenger in a browser is the page around this one, and posts messages.
  messenger.TelegramGameProxy = { receiveEvent };
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || typeof data !== 'string' || !data.startsWith('{')) return;
    const { eventType, eventData } = JSON.parse(data);
    receiveEvent(eventType, eventData);
  });
  const own = {
    receiveEvent,
    onEvent: (event: string, listener: Listener) => void listeners.set(event, listener),
    postEvent(eventType: string, _: null, eventData: object) {
      const message = JSON.stringify({ eventType, eventData });
      const app = messenger.TelegramWebviewProxy;
      if (app) app.postEvent(eventType, JSON.stringify(eventData));
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
  // Most of the brightness of a color is in its green: #RRGGBB.
  const green = Number.parseInt(colors.bg_color?.slice(3, 5) ?? '', 16);
  if (green >= 0) style.colorScheme = green > 127 ? 'light' : 'dark';
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

export const showBackButton = (is_visible: boolean): void =>
  send('web_app_setup_back_button', { is_visible });

let press: (() => void) | undefined;
on('main_button_pressed', () => press?.());
/** Shows the messenger's large button below the page; undefined hides it. */
export function showMainButton(button?: { text: string; isBusy: boolean; run(): void }): void {
  press = button?.run;
  send('web_app_setup_main_button', {
    is_visible: button !== undefined,
    is_active: button?.isBusy === false,
    is_progress_visible: button?.isBusy === true,
    ...(button && { text: button.text }),
  });
}

/** A short shake: something succeeded or failed, or another choice was made. */
export function feel(what: 'success' | 'error' | 'selection'): void {
  if (!has(6, 1)) return;
  const isSelection = what === 'selection';
  const [type, notification_type] = isSelection ? ['selection_change'] : ['notification', what];
  send('web_app_trigger_haptic_feedback', { type, notification_type });
}

let onHomeScreen: ((canAdd: boolean) => void) | undefined;
on<{ status: string }>('home_screen_checked', ({ status }) =>
  onHomeScreen?.(status === 'missed' || status === 'unknown'),
);
on('home_screen_added', () => onHomeScreen?.(false));
/** Calls `found` with whether the messenger can put this app on the home screen, where it is not yet. */
export function checkHomeScreen(found: (canAdd: boolean) => void): void {
  onHomeScreen = found;
  if (has(8)) send('web_app_check_home_screen');
}
export const addToHomeScreen = (): void => send('web_app_add_to_home_screen');

/** The longest time that the messenger's storage may take, after which it has nothing. */
const STORAGE_MS = 500;
const asked = new Map<string, (value: string | null) => void>();
for (const event of ['device_storage_key_received', 'device_storage_failed']) {
  on<{ req_id: string; value?: string | null }>(event, ({ req_id, value = null }) =>
    asked.get(req_id)?.(value),
  );
}
/** Texts on this device: in the messenger's storage where it has one, else in that of the browser. */
export const storage = {
  async read(key: string): Promise<string | null> {
    // Throws where the browser keeps nothing for frames.
    if (!has(9)) return localStorage.getItem(key);
    return new Promise((resolve) => {
      asked.set(key, resolve);
      setTimeout(resolve, STORAGE_MS, null);
      send('web_app_device_storage_get_key', { req_id: key, key });
    });
  },
  write(key: string, value: string): void {
    if (has(9)) send('web_app_device_storage_save_key', { req_id: `write ${key}`, key, value });
    else {
      try {
        localStorage.setItem(key, value);
      } catch {
        // It is full, or keeps nothing for frames: the next opening reads from the service.
      }
    }
  },
};

/** The address that lets a person choose a chat for a link. */
export const shareLink = (url: string): string =>
  `https://t.me/share/url?${new URLSearchParams({ url })}`;
/** Whether the messenger has a dialog for messages that the bot has prepared. */
export const canShare = has(8);
export const shareMessage = (id: string): void => send('web_app_send_prepared_message', { id });
/** Opens an address outside of the app, such as that of a calendar, as the messenger wants it. */
export function openOutside(url: string): void {
  const { hostname, pathname, search } = new URL(url);
  if (hostname === 't.me') send('web_app_open_tg_link', { path_full: pathname + search });
  else send('web_app_open_link', { url });
}

/** Only the apps on phones have a scanner. */
export const hasScanner = has(6, 4) && /^(android|ios)/.test(platform);
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
