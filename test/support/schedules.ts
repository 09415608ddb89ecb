/** The size of a schedule in the shape of FOSDEM's. */
interface FosdemShape {
  readonly year: number;
  readonly events: number;
  /** Without it, as up to 2024, the schedule has no address and its events no guid. */
  readonly host?: string;
  /** Added to the person numbers. */
  readonly offset?: number;
}

const ROOMS = 30;
const SLOTS = 20;

/** A schedule.xml like that of FOSDEM: two days, rooms with events, persons by number. */
export function fosdemXml({ year, events, host, offset = 0 }: FosdemShape): string {
  const base = host ? `<base_url>https://${host}/${year}/schedule/</base_url>` : '';
  const days = [1, 2].map((index) => {
    const date = `${year}-02-0${index}`;
    const rooms = Array.from({ length: ROOMS }, (_, room) => {
      const inRoom = Array.from({ length: SLOTS }, (_, slot) => {
        const number = ((index - 1) * ROOMS + room) * SLOTS + slot;
        return number < events ? fosdemEvent({ number, date, slot, room, host, offset }) : '';
      });
      return `<room name="Room ${room}">${inRoom.join('\n')}</room>`;
    });
    const bounds = host ? ` start="${date}T09:00:00+01:00" end="${date}T23:59:00+01:00"` : '';
    return `<day index="${index}" date="${date}"${bounds}>${rooms.join('\n')}</day>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<schedule>
<conference><title>FOSDEM ${year}</title><day_change>09:00:00</day_change>${base}
<time_zone_name>Europe/Brussels</time_zone_name></conference>
<tracks><track slug="ai">AI</track></tracks>
<persons><person id="${offset + 1}"><name>Person 1</name>
<biography>&lt;p&gt;Speaks &lt;b&gt;often&lt;/b&gt;.&lt;/p&gt;</biography></person></persons>
${days.join('\n')}
</schedule>`;
}

function fosdemEvent(event: {
  number: number;
  date: string;
  slot: number;
  room: number;
  host: string | undefined;
  offset: number;
}): string {
  const { number, date, slot, room, host, offset } = event;
  const start = `${String(9 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`;
  const page = `https://${host}/schedule/event/${number}/`;
  const modern = `<date>${date}T${start}:00+01:00</date><url>${page}</url>`;
  const person = number === 0 ? 6 : 100 + (number % 900);
  const name = number === 0 ? 'FOSDEM Staff' : `Person ${number % 900}`;
  return `<event id="${number}"${host ? ` guid="guid-${number}"` : ''}>
${host ? modern : ''}<start>${start}</start><duration>00:25</duration><room>Room ${room}</room>
<title>Talk ${number} &amp; more</title><subtitle/><track>Track ${room}</track><type>devroom</type>
<language>en</language><abstract>&lt;p&gt;About ${number}.&lt;/p&gt;</abstract><description></description>
<persons><person id="${offset + person}">${name}</person></persons>
<links><link href="https://fosdem.example/${number}.pdf">Slides</link><link href="../x">No</link></links>
</event>`;
}

/** A person of an event: the attributes of the element, and the name. */
export type XmlPerson = readonly [attributes: Readonly<Record<string, string>>, name: string];

interface XmlEvent {
  readonly guid?: string;
  readonly title?: string;
  /** An instant, or undefined for a time of day alone. */
  readonly date?: string | undefined;
  readonly start?: string;
  readonly duration?: string;
  readonly room?: string;
  readonly persons?: readonly XmlPerson[];
  /** Further elements. */
  readonly more?: string;
}

interface XmlSchedule {
  /** The elements of the conference, without its title. */
  readonly conference?: string;
  /** The attributes of the day. */
  readonly day?: string;
  readonly room?: string;
}

/** A schedule.xml with one day and one room. Its source is `sea.example`. */
export const scheduleXml = (
  events: readonly XmlEvent[],
  {
    conference = '<base_url>https://sea.example/</base_url>',
    day = 'date="2027-02-01"',
    room = 'Quay',
  }: XmlSchedule = {},
): string => `<?xml version="1.0"?><schedule><conference><title>Sea</title>${conference}</conference>
<day ${day}><room name="${room}">${events.map(eventXml).join('\n')}</room></day></schedule>`;

function eventXml({ guid, title = 'Looms', persons = [], more = '', ...times }: XmlEvent): string {
  const { date, start, duration = '00:30', room } = times;
  const people = persons.map(([attributes, name]) => {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
    return `<person${written.join('')}>${name}</person>`;
  });
  return `<event${guid ? ` guid="${guid}"` : ''}>${date ? `<date>${date}</date>` : ''}
${start ? `<start>${start}</start>` : ''}<duration>${duration}</duration>
${room ? `<room>${room}</room>` : ''}<title>${title}</title>
<persons>${people.join('')}</persons>${more}</event>`;
}
