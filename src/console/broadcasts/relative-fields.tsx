import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import type { Choices } from './choices.ts';
import type { Content } from './content.ts';
import { anchorOf, EDGES, type Parts, partsOf, UNITS, type Unit } from './times.ts';

interface Props {
  readonly anchor: NonNullable<Content['anchor']>;
  readonly set: (anchor: NonNullable<Content['anchor']>) => void;
  readonly conference: Conference;
  readonly choices: Choices;
}

/** A time that moves with the conference or one of its events. */
export function RelativeFields({ anchor, set, conference, choices }: Props) {
  const parts = partsOf(anchor);
  const change = (more: Partial<Parts>) => set(anchorOf({ ...parts, ...more }, conference));
  return (
    <>
      <label class="field">
        {t('when.count')}
        <input
          type="number"
          required
          min={0}
          max={(30 * UNITS.days) / UNITS[parts.unit]}
          defaultValue={parts.count}
          onInput={({ currentTarget }) => {
            if (currentTarget.validity.valid) change({ count: currentTarget.valueAsNumber });
          }}
        />
      </label>
      <Select
        label={t('when.unit')}
        value={parts.unit}
        options={(Object.keys(UNITS) as Unit[]).map((one) => [one, t(`when.unit.${one}`)])}
        choose={(unit) => change({ unit: unit as Unit })}
      />
      <Select
        label={t('when.edge')}
        value={parts.edge}
        options={EDGES.map((one) => [one, t(`when.edge.${one}`)])}
        choose={(edge) => change({ edge: EDGES.find((one) => one === edge) ?? 'before_start' })}
      />
      <Select
        label={t('when.of')}
        value={String(parts.event_id ?? '')}
        options={[
          ['', t('when.conference', { name: conference.name })],
          ...choices.events.map(({ id, title }) => [String(id), title] as const),
        ]}
        choose={(id) => change({ event_id: Number(id) || undefined })}
      />
      <p class="muted">{t('when.moves')}</p>
    </>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly choose: (value: string) => void;
}

const Select = ({ label, value, options, choose }: SelectProps) => (
  <label class="field">
    {label}
    <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
