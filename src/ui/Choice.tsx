import styles from './Choice.module.css';
import { Icon } from './Icon.tsx';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Stands out, because it hides something. */
  readonly isStrong?: boolean;
  readonly onChange: (value: string) => void;
};

/** A list of options that opens on a press. */
export function Choice({ label, value, options, isStrong = false, onChange }: Props) {
  return (
    <span className={`${styles.choice} ${isStrong ? styles.strong : ''}`}>
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={16} />
    </span>
  );
}
