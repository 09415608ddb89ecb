import type { Conference } from '../domain/programme/conferences.ts';
import { sourceEndpoints, sourceRunEndpoints } from '../http/routers/sources/sources.router.ts';
import { AttendeeImportRowSchema } from '../http/schemas/attendance/attendee-imports.schemas.ts';
import {
  AgendaImportColumnsSchema,
  agendaImportRow,
} from '../http/schemas/programme/agenda-imports.schemas.ts';
import { agendaTable } from '../http/uploads/agenda-table.ts';
import { checkedItem } from '../http/uploads/checked-rows.ts';
import { Encryption } from '../lib/encryption.ts';
import { keyedHash } from '../lib/keyed-hashes.ts';
import { once } from '../lib/once.ts';
import { KeyOwnersService } from '../services/administration/key-owners.service.ts';
import type { AttendeeImportsService } from '../services/attendance/attendee-imports.service.ts';
import type { OrganizerChangesService } from '../services/attendance/organizer-changes.service.ts';
import type { AgendaImportsService } from '../services/programme/agenda-imports.service.ts';
import type { EventImportsService } from '../services/programme/event-imports.service.ts';
import { DueSourcesService } from '../services/sources/due-sources.service.ts';
import { GuestSourcesService } from '../services/sources/guest-sources.service.ts';
import {
  ProgrammeSourcesService,
  type ScheduleTable,
} from '../services/sources/programme-sources.service.ts';
import { SourceImportsService } from '../services/sources/source-imports.service.ts';
import { SourceLeasesService } from '../services/sources/source-leases.service.ts';
import { SourceRowsService } from '../services/sources/source-rows.service.ts';
import { SourceRunsService } from '../services/sources/source-runs.service.ts';
import { SourcesService } from '../services/sources/sources.service.ts';
import type { Base } from './outside.ts';

interface Needs {
  readonly attendeeImports: AttendeeImportsService;
  readonly conferenceChanges: OrganizerChangesService<Conference>;
  readonly agendaImports: AgendaImportsService;
  readonly eventImports: EventImportsService;
}

/** Programmes and guest lists that keep themselves up to date. */
export function createSources(
  { store, config, log, now }: Base,
  { attendeeImports, conferenceChanges, ...programme }: Needs,
) {
  // Loaded by the first reading, as the reader of calendars is.
  const http = once(async () => {
    const { OutboundHttp } = await import('../integrations/outbound-http.ts');
    const { allowPrivate } = config.calendars;
    return new OutboundHttp({ allowPrivate, ...config.sources });
  });
  const encryption = new Encryption(config.encryptionSecrets);
  const imports = new SourceImportsService({
    store,
    encryption,
    programme: new ProgrammeSourcesService({ store, http, readSchedule, ...programme, now }),
    guests: new GuestSourcesService({
      store,
      lists: once(async () => {
        const { GuestLists } = await import('../integrations/sources/guest-lists.ts');
        return new GuestLists(await http());
      }),
      checkRow: (cells) => checkedItem(AttendeeImportRowSchema, cells),
      imports: attendeeImports,
      changes: conferenceChanges,
      hashOf: keyedHash(config.hashSecrets, 'guests'),
    }),
    now,
  });
  const leases = new SourceLeasesService({ store });
  const owners = new KeyOwnersService({ store, adminApiKeys: config.adminApiKeys, now });
  const services = {
    sources: new SourcesService({ store, encryption }),
    sourceRuns: new SourceRunsService({ store, imports, leases }),
    sourceRows: new SourceRowsService({ store, imports }),
    dueSources: new DueSourcesService({ store, owners, imports, leases, log, now }),
  };
  return { services, endpoints: [...sourceEndpoints(services), ...sourceRunEndpoints(services)] };
}

/** A schedule, checked by the schemas of an upload. */
const readSchedule = (path: string, timezone: string): Promise<ScheduleTable> =>
  agendaTable(AgendaImportColumnsSchema, {
    file: { path, original_name: '', bytes: 0, [Symbol.asyncDispose]: async () => {} },
    items: undefined,
    schedule: undefined,
    timezone,
    rowOf: agendaImportRow,
  });
