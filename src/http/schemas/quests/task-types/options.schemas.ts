import { z } from 'zod';
import { text } from '../../common.ts';

export const optionId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected 1 to 40 letters, digits, hyphens and underscores');

const OptionSchema = z
  .object({ id: optionId, label: z.string() })
  .meta({ id: 'TaskOption', examples: [{ id: 'a', label: 'Ada Lovelace' }] });

/** What users choose from: as everyone sees it, as it is stored, and as an administrator gives it. */
export const ShownOptionsSchema = z.array(z.object({ id: z.string(), label: z.string() }));
export const StoredOptionsSchema = z.array(OptionSchema);
export const OptionsInputSchema = z
  .array(z.object({ id: optionId, label: text(200) }))
  .min(2)
  .max(20);
