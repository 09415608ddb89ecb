import { useState } from 'preact/hooks';
import { PRESETS, type Preset } from '../../domain/administration/grants.ts';
import { SCOPES } from '../../domain/administration/scopes.ts';
import { type Scope, useMay } from '../lib/access.ts';
import { actionText, areaText, presetOf } from '../lib/scopes.ts';
import { counted, t } from '../lib/text.ts';

/** In the order in which helpers need them. */
const ORDER = [
  'door',
  'stage',
  'content',
  'broadcasts',
  'quests',
  'moderation',
  'read-only',
  'organizer',
  'owner',
] as const satisfies readonly Preset[];

const NAMES = Object.keys(SCOPES) as readonly (keyof typeof SCOPES)[];
const areaOf = (scope: string): string => scope.split(':', 1)[0] ?? '';
const actionOf = (scope: string): string => scope.split(':')[1] ?? '';

/** What adding a walk-in needs. */
const WALK_INS = 'attendees:write';

/** What a key may do: by a preset, or one by one. Nobody grants more than they have. */
export function ScopesInput({ scopes }: { scopes: readonly string[] }) {
  const may = useMay();
  const [chosen, choose] = useState(scopes);
  // Walk-ins are an option of the door, not a preset of their own.
  const isDoor = presetOf(chosen.filter((scope) => scope !== WALK_INS)) === 'door';
  const preset = isDoor ? 'door' : presetOf(chosen);
  const presets = ORDER.filter((name) => PRESETS[name].every((scope) => may(scope)));
  const areas = Map.groupBy(
    NAMES.filter((scope) => may(scope)),
    areaOf,
  );
  const toggle = (scope: Scope) =>
    choose(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  return (
    <>
      <label class="field">
        {t('keys.for')}
        <select
          value={preset ?? ''}
          onChange={({ currentTarget: { value } }) =>
            choose(PRESETS[ORDER.find((name) => name === value) ?? 'door'])
          }
        >
          {!preset && <option value="">{t('keys.preset.none')}</option>}
          {presets.map((name) => (
            <option key={name} value={name}>
              {t(`keys.preset.${name}`)}
            </option>
          ))}
        </select>
      </label>
      {isDoor && may(WALK_INS) && (
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.includes(WALK_INS)}
            onChange={() => toggle(WALK_INS)}
          />
          {t('keys.walk-ins')}
        </label>
      )}
      {chosen.includes('*') ? (
        <>
          <input type="hidden" name="scopes" value="*" />
          <p class="note warn">{t('keys.owner.more')}</p>
        </>
      ) : (
        <details class="scopes">
          <summary>{counted('keys.rights', chosen.length)}</summary>
          {[...areas].map(([area, ofArea]) => (
            <fieldset key={area}>
              <legend>{areaText(area)}</legend>
              {ofArea.map((scope) => (
                <label key={scope} class="check">
                  <input
                    name="scopes"
                    value={scope}
                    type="checkbox"
                    checked={chosen.includes(scope)}
                    onChange={() => toggle(scope)}
                  />
                  {actionText(actionOf(scope))}
                </label>
              ))}
            </fieldset>
          ))}
        </details>
      )}
    </>
  );
}
