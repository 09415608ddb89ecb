import type { ComponentChildren } from 'preact';

interface Props {
  readonly label: string;
  readonly accept: string;
  readonly required?: boolean;
  readonly choose?: (file: File | undefined) => void;
  /** Beside the file: what it is, and a sample of it. */
  readonly children?: ComponentChildren;
}

/** A file of a form, chosen or dropped onto it. */
export const FileField = ({ label, accept, required = false, choose, children }: Props) => (
  <div class="bar">
    <label class="field grow">
      {label}
      <input
        class="drop"
        name="file"
        type="file"
        accept={accept}
        required={required}
        onChange={({ currentTarget }) => choose?.(currentTarget.files?.[0])}
      />
    </label>
    {children}
  </div>
);
