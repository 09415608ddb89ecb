import type { ComponentChildren, JSX } from 'preact';

interface TextFieldProps
  extends Pick<
    JSX.InputHTMLAttributes,
    | 'type'
    | 'required'
    | 'maxLength'
    | 'min'
    | 'max'
    | 'list'
    | 'accept'
    | 'placeholder'
    | 'onInput'
  > {
  readonly name: string;
  readonly label: string;
  readonly value?: string | number | null | undefined;
}

/** A labelled input of a form, which begins with `value`. */
export const TextField = ({ label, value, ...input }: TextFieldProps) => (
  <label class="field">
    {label}
    <input {...input} defaultValue={value ?? ''} autocomplete="off" />
  </label>
);

interface TextAreaProps extends Pick<TextFieldProps, 'name' | 'label' | 'value' | 'required'> {
  readonly maxLength: number;
  readonly rows?: number;
  readonly dir?: 'auto';
}

export const TextArea = ({ label, value, ...area }: TextAreaProps) => (
  <label class="field">
    {label}
    <textarea rows={4} {...area} defaultValue={value ?? ''} />
  </label>
);

interface ChoiceProps<V extends string> {
  readonly name: string;
  readonly label: string;
  readonly values: readonly V[];
  readonly value?: V | undefined;
  readonly textOf: (value: V) => string;
  /** Of a filter, which acts at once. */
  readonly choose?: (value: V) => void;
}

/** One of several values. */
export const Choice = <V extends string>({
  label,
  values,
  value,
  textOf,
  choose,
  ...select
}: ChoiceProps<V>) => (
  <label class="field">
    {label}
    <select
      {...select}
      {...(choose && { value, onChange: (event) => choose(event.currentTarget.value as V) })}
    >
      {values.map((one) => (
        <option key={one} value={one} selected={one === value}>
          {textOf(one)}
        </option>
      ))}
    </select>
  </label>
);

interface CheckProps {
  readonly name: string;
  readonly value?: string;
  readonly isChecked?: boolean;
  readonly children: ComponentChildren;
}

export const Check = ({ name, value, isChecked = false, children }: CheckProps) => (
  <label class="check">
    <input name={name} type="checkbox" value={value ?? 'on'} defaultChecked={isChecked} />
    {children}
  </label>
);

interface NotifyProps {
  readonly isChecked: boolean;
  readonly choose: (isChecked: boolean) => void;
  readonly children: ComponentChildren;
}

/** Whether people are told. Not a field of the form: to change it undoes no trial of the change. */
export const Notify = ({ isChecked, choose, children }: NotifyProps) => (
  <label class="check" onInput={(event) => event.stopPropagation()}>
    <input
      type="checkbox"
      checked={isChecked}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
    {children}
  </label>
);
