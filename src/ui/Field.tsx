import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import styles from './Field.module.css';
import type { IconName } from './Icon.tsx';
import { Icon } from './Icon.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | 'aria-invalid' | 'aria-describedby'> & {
  readonly label: string;
  /** Only where visible text above the field says the same. */
  readonly isLabelHidden?: boolean;
  /** What is wrong with the entry; null if nothing is. */
  readonly problem: ReactNode;
  readonly hint?: ReactNode;
  readonly icon?: IconName;
  /** Beside the label, such as a button that closes the field. */
  readonly labelAction?: ReactNode;
  /** Beside the input, such as a submit button. */
  readonly action?: ReactNode;
  /** For an address or a hash: always left to right, without autocorrection. */
  readonly isCode?: boolean;
};

const CODE_INPUT = {
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  placeholder: '0x…',
} as const;

/** A text field with its label, its problem and its hint. */
export function Field(props: Props) {
  const { label, isLabelHidden, problem, hint, icon, labelAction, action, isCode = false, ...input } = props;
  const id = useId();
  const parts = { problem: `${id}problem`, hint: `${id}hint` };
  const hasProblem = problem !== null && problem !== undefined;
  const described = [hasProblem ? parts.problem : '', hint ? parts.hint : ''].filter((part) => part !== '').join(' ');
  return (
    <div className={styles.field}>
      <div className={isLabelHidden ? 'visuallyHidden' : styles.head}>
        <label htmlFor={id}>{label}</label>
        {labelAction}
      </div>
      <div className={styles.row}>
        <InputBox icon={icon} isInvalid={hasProblem}>
          <input
            type="text"
            {...(isCode ? CODE_INPUT : {})}
            {...input}
            id={id}
            className={isCode ? styles.code : undefined}
            aria-invalid={hasProblem}
            aria-describedby={described || undefined}
          />
        </InputBox>
        {action}
      </div>
      {hasProblem ? (
        <p id={parts.problem} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {hint ? (
        <p id={parts.hint} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type InputBoxProps = {
  readonly icon?: IconName | undefined;
  readonly isInvalid?: boolean;
  /** For a sheet, whose fields are darker than their surroundings. */
  readonly isSunk?: boolean;
  /** The input element. */
  readonly children: ReactNode;
};

/** The border of an input, which shows the focus and a problem. */
export function InputBox({ icon, isInvalid = false, isSunk = false, children }: InputBoxProps) {
  return (
    <span className={`${styles.box} ${isInvalid ? styles.invalid : ''} ${isSunk ? styles.sunk : ''}`}>
      {icon ? <Icon name={icon} size={18} /> : null}
      {children}
    </span>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
  /** Emphasized, because it hides something. */
  readonly isStrong?: boolean;
  readonly onChange: (value: string) => void;
};

/** A button that opens a list of options. */
export function Choice({ label, value, options, isStrong = false, onChange }: ChoiceProps) {
  return (
    <span className={`${styles.choice} ${isStrong ? styles.strong : ''}`}>
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={16} />
    </span>
  );
}
