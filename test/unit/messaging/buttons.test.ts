import { buttonOf } from '../../../src/domain/messaging/rendered-messages.ts';

const APP = 'https://t.me/hallway_bot/app';
const PAGE = 'https://hallway.example/doors';

it.each([
  ['event_updated', null, APP, `${APP}?startapp=n_7`],
  ['event_updated', null, undefined, undefined],
  ['message', PAGE, APP, PAGE],
  ['message', PAGE, undefined, PAGE],
  ['message', null, APP, `${APP}?startapp=n_7`],
  ['partner_minted', PAGE, APP, PAGE],
  // A click on a reminder counts.
  ['quest_reminder', `${APP}?startapp=q_3`, APP, `${APP}?startapp=n_7`],
])('%s with the URL %s and the app %s opens %s', (type, action_url, appUrl, url) => {
  const button = buttonOf({ id: 7, type, action_url }, appUrl, 'Open');
  const style = url === PAGE ? {} : { style: 'primary' };
  expect(button).toEqual(url && { text: 'Open', url, ...style });
});
