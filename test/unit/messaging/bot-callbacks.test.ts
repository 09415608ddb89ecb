import {
  callbackDataOf,
  callbackOf,
  reminderKeyboard,
  requestKeyboard,
  seatKeyboard,
} from '../../../src/domain/messaging/bot-callbacks.ts';

describe('callback data', () => {
  it.each([
    ['ca_5', { kind: 'answer', connection_id: 5, answer: 'accepted' }],
    [
      'cd_9007199254740991',
      { kind: 'answer', connection_id: 9_007_199_254_740_991, answer: 'rejected' },
    ],
    ['l_de', { kind: 'language', language: 'de' }],
    ['l_pt-BR', { kind: 'language', language: 'pt-BR' }],
    ['l_', { kind: 'language', language: null }],
    ['mr', { kind: 'mute_reminders' }],
    ['sg_c_5', { kind: 'give_up_seat', of: 'conference', id: 5 }],
    ['sg_e_7', { kind: 'give_up_seat', of: 'event', id: 7 }],
  ] as const)('%s is read and written', (data, callback) => {
    expect(callbackOf(data)).toEqual(callback);
    expect(callbackDataOf(callback)).toBe(data);
  });

  it.each([
    ...[
      '',
      'ca',
      'ca_',
      'ca_0',
      'ca_05',
      'ca_-5',
      'ca_5 ',
      ' ca_5',
      'ca_5\n',
      'CA_5',
      'cx_5',
      'mr_5',
      'ca_5_6',
      'sg_5',
      'sg_x_5',
      'sg_c_0',
      'sg_e_9007199254740993',
    ],
    ...[
      'ca_1e3',
      'ca_9007199254740993',
      'ca_99999999999999999',
      'ca_٥',
      'l',
      'l_d',
      'l_de;',
      "l_'",
    ],
    ...['l_aa-bb-cc-dd-ee', 'constructor', '__proto__'],
  ])('%j is foreign', (data) => {
    expect(callbackOf(data)).toBeUndefined();
  });
});

describe('requestKeyboard', () => {
  it('has Accept and Decline in the language of the reader', () => {
    expect(requestKeyboard(7, 'en')).toEqual([
      { text: 'Accept', callback_data: 'ca_7', style: 'success' },
      { text: 'Decline', callback_data: 'cd_7', style: 'danger' },
    ]);
    expect(reminderKeyboard('en')).toEqual([{ text: 'Mute reminders', callback_data: 'mr' }]);
    expect(requestKeyboard(7, 'ar').map(({ text }) => text)).toEqual(['قبول', 'رفض']);
  });

  it('has one button to give up a seat, and none for another subject', () => {
    expect(seatKeyboard('conference_seat:7', 'de')).toEqual([
      { text: 'Ich kann nicht kommen', callback_data: 'sg_c_7', style: 'danger' },
    ]);
    expect(seatKeyboard('event_seat:7', 'en')).toMatchObject([{ callback_data: 'sg_e_7' }]);
    expect(seatKeyboard('event:7', 'en')).toEqual([]);
  });

  it('fits into the 64 bytes of the messenger', () => {
    for (const { callback_data } of requestKeyboard(Number.MAX_SAFE_INTEGER, 'de')) {
      expect(Buffer.byteLength(callback_data)).toBeLessThanOrEqual(64);
    }
  });
});
