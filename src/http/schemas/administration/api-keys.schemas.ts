import { z } from 'zod';
import { KEY_STATUSES } from '../../../domain/administration/api-keys.ts';
import { PRESETS, type Preset } from '../../../domain/administration/grants.ts';
import { SCOPES, type Scope } from '../../../domain/administration/scopes.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantInputSchema, InstantSchema, PathIdSchema, text } from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';

const MAX_ITEMS = 100;
const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];
const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

export const ScopeSchema = z.enum(SCOPE_NAMES, 'expected the name of a scope');
export const GrantedSchema = z.enum(['*', ...SCOPE_NAMES], 'expected the name of a scope, or *');
const ScopesSchema = z.array(GrantedSchema).min(1).max(MAX_ITEMS);

/** An IPv4 address in IPv6 form never matches: addresses are compared in their plain form. */
const NetworkSchema = z
  .union(
    [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
    'expected an IP address or a network, such as 192.0.2.0/24',
  )
  .refine(
    (network) => !/^::ffff:/i.test(network),
    because('expected an IPv4 address or network', 'format', { format: 'cidrv4' }),
  )
  .meta({ examples: ['192.0.2.0/24'] });

const ConferenceIdsSchema = z.array(IdSchema).min(1).max(MAX_ITEMS);
const NetworksSchema = z.array(NetworkSchema).min(1).max(MAX_ITEMS);

const terms = {
  name: text(200),
  scopes: ScopesSchema.describe('What the key may do: scopes, or `*` for everything.'),
  conference_ids: ConferenceIdsSchema.nullable().describe('Where it may act; `null` for all.'),
  allowed_networks: NetworksSchema.nullable().describe(
    'Where requests may come from: addresses and networks in CIDR notation, whose bits behind the prefix are cleared; `null` for anywhere.',
  ),
  expires_at: InstantInputSchema.nullable().describe(
    'Within a year for a key of an administrator; `null` for a key of a machine that does not end.',
  ),
};

export const NewApiKeySchema = z
  .object({
    ...z.object(terms).partial().shape,
    name: terms.name,
    administrator_id: IdSchema.nullish().describe('Its holder; `null` for a machine.'),
    preset: z
      .enum(PRESET_NAMES)
      .optional()
      .describe('Fills in the scopes, unless `scopes` is given.'),
  })
  .refine(({ scopes, preset }) => scopes !== undefined || preset !== undefined, {
    path: ['scopes'],
    ...because('expected scopes, or a preset', 'one_required', { fields: ['scopes', 'preset'] }),
  })
  .meta({
    id: 'NewApiKey',
    description:
      'Without `expires_at`, a key of an administrator ends after a year, and one of a machine does not end.',
    examples: [{ name: 'Main entrance', preset: 'door', conference_ids: [1] }],
  });

export const ApiKeyChangeSchema = z
  .object(terms)
  .partial()
  .meta({
    id: 'ApiKeyChange',
    description: 'Changes the given fields.',
    examples: [{ scopes: ['door:check-in', 'door:read'], conference_ids: [1, 2] }],
  });

const fields = {
  id: IdSchema,
  public_id: z.string().describe('Part of its secrets, and its name in the audit log.'),
  name: z.string(),
  status: z.enum(KEY_STATUSES).describe('`disabled`: its administrator is.'),
  administrator: z
    .object({ id: IdSchema, name: z.string() })
    .nullable()
    .describe('`null` for a key of a machine.'),
  scopes: z.array(z.string()),
  conference_ids: z.array(IdSchema).nullable(),
  allowed_networks: z.array(z.string()).nullable(),
  expires_at: InstantSchema.nullable(),
  revoked_at: InstantSchema.nullable(),
  created_by: IdSchema.nullable().describe('The administrator who created it.'),
  created_at: InstantSchema,
  last_used_at: InstantSchema.nullable().describe('Exact to a minute.'),
  last_used_ip: z.string().nullable(),
  old_secret_valid_until: InstantSchema.nullable().describe(
    'When the secret before the current one ends; `null` without one that is valid.',
  ),
};

export const ApiKeySchema = z.object(fields).meta({ id: 'ApiKey' });

const SecretSchema = z.string().describe('For `X-API-Key`. Only this answer shows it.');

export const IssuedApiKeySchema = z
  .object({ ...fields, secret: SecretSchema })
  .meta({ id: 'IssuedApiKey' });

export const SignInCodeSchema = z
  .object({
    code: z.string().describe('For `POST /admin/session`, once. Never the secret of the key.'),
    expires_at: InstantSchema.describe('In 10 minutes.'),
  })
  .meta({ id: 'SignInCode' });

export const ApiKeysQuerySchema = PageQuerySchema.extend({
  administrator_id: PathIdSchema.optional(),
  status: z.enum(KEY_STATUSES).optional().describe('Without it, all but the revoked keys.'),
});

const MAX_GRACE_SECONDS = 604_800;
const GRACE = `expected a whole number from 0 to ${MAX_GRACE_SECONDS}`;

export const ApiKeyRotationSchema = z
  .object({
    grace_seconds: z
      .int(GRACE)
      .min(0, GRACE)
      .max(MAX_GRACE_SECONDS, GRACE)
      .describe('How long the previous secret stays valid, too; 0 ends it at once.'),
  })
  .meta({ id: 'ApiKeyRotation' });

export const RotatedApiKeySchema = z
  .object({ ...fields, secret: SecretSchema, old_secret_valid_until: InstantSchema })
  .meta({ id: 'RotatedApiKey' });
