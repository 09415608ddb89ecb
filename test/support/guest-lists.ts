import type { GuestListPreset } from '../../src/domain/attendance/guest-list-presets.ts';

/**
 * Header rows in the spelling and order of the shops. Those of pretix are put together from the source
 * of its exporters; the others are from files that people published. Each comment says what differs
 * from a downloaded export. The rows of the tests are our own.
 */
export const GUEST_LIST_HEADERS = {
  /**
   * `CSVCheckinList` of pretix, with secrets, for given and family names:
   * src/pretix/plugins/checkinlists/exporters.py. Put together from the source.
   */
  pretixCheckInList:
    'Order code,Attendee name,Attendee name: Given name,Attendee name: Family name,Product,Price,Checked in,Checked out,Automatically checked in,Secret,E-mail,Phone number,Company,Voucher code,Order date,Order time,Requires special attention,Comment,Seat ID,Seat name,Seat zone,Seat row,Seat number,Blocked,Valid from,Valid until,Address,ZIP code,City,Country,State',
  /**
   * The sheet of positions of `OrderListExporter` of pretix: src/pretix/base/exporters/orderlist.py,
   * before it had `Ticket secret`. Put together from the source. The columns of the invoice address repeat those of the attendee.
   */
  pretixPositions:
    'Event slug,Order code,Position ID,Status,Email,Phone number,Order date,Order time,Product,Variation,Price,Tax rate,Tax rule,Tax value,Attendee name,Attendee name: Given name,Attendee name: Family name,Attendee email,Company,Address,ZIP code,City,Country,State,Voucher,Pseudonymization ID,Seat ID,Seat name,Seat zone,Seat row,Seat number,Order comment,Follow-up date,Company,Invoice address name,Invoice address name: Given name,Invoice address name: Family name,Address,ZIP code,City,Country,State,VAT ID,Sales channel,Order locale,E-mail address verified,Payment providers',
  /** As above, of a later version, for an event that asks for whole names. */
  pretixPositionsWithSecret:
    'Event slug,Order code,Position ID,Status,Email,Phone number,Order date,Order time,Product,Variation,Price,Tax rate,Tax rule,Tax value,Attendee name,Attendee email,Company,Address,ZIP code,City,Country,State,Voucher,Pseudonymization ID,Ticket secret,Seat ID,Seat name,Seat zone,Seat row,Seat number,Blocked,Valid from,Valid until,Order comment,Follow-up date,Company,Invoice address name,Address,ZIP code,City,Country,State,VAT ID,Sales channel,Order locale,E-mail address verified,Payment providers',
  /** The guest list of Luma in 2025, as a README on GitHub quotes it. */
  lumaWithApiId:
    'api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,custom_source,checked_in_at,qr_code_url,amount,amount_tax,amount_discount,currency,coupon_code,eth_address,solana_address,survey_response_rating,survey_response_feedback,ticket_type_id,ticket_name',
  /**
   * The guest list of Luma in 2026, from a test fixture on GitHub; its questions are replaced by one of
   * another fixture.
   */
  luma: 'guest_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,utm_source,referrer,referred_by,qr_code_url,amount,amount_tax,amount_discount,currency,coupon_code,eth_address,solana_address,survey_response_rating,survey_response_feedback,ticket_type_id,ticket_name,What company do you work for/with?',
  /**
   * The attendee report of Eventbrite, from a README of a chapter of the IEEE on GitHub; most of
   * its questions are left out.
   */
  eventbrite:
    'Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Currency,Total Paid,Fees Paid,Eventbrite Fees,Eventbrite Payment Processing,Attendee Status,Home Address 1,Home Address 2,Home City,Home State,Home Zip,Home Country,How did you hear about this event?,Job Title,Company',
  /** A report with barcodes, as the test of an importer on GitHub has it; no export was seen. */
  eventbriteWithBarcode:
    'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Barcode #,Attendee Status,Cell Phone',
} as const;
export type GuestListHeader = keyof typeof GUEST_LIST_HEADERS;

export const PRESET_OF: Readonly<Record<GuestListHeader, GuestListPreset>> = {
  pretixCheckInList: 'pretix',
  pretixPositions: 'pretix',
  pretixPositionsWithSecret: 'pretix',
  lumaWithApiId: 'luma',
  luma: 'luma',
  eventbrite: 'eventbrite',
  eventbriteWithBarcode: 'eventbrite',
};

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A guest list as CSV. Cells are given by column name; the first of repeated columns is filled. */
export function guestListCsv(
  list: GuestListHeader,
  rows: readonly Readonly<Record<string, string>>[],
): string {
  const header = GUEST_LIST_HEADERS[list];
  const names = header.split(',');
  for (const name of rows.flatMap((row) => Object.keys(row))) {
    if (!names.includes(name)) throw new Error(`${list} has no column "${name}"`);
  }
  const lines = rows.map((row) =>
    names.map((name, at) => quoted(names.indexOf(name) === at ? (row[name] ?? '') : '')).join(','),
  );
  return `${[header, ...lines].join('\r\n')}\r\n`;
}
