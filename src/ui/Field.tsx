import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import styles from './Field.module.css';
import type { IconName } from './Icon.tsx';
import { InputBox } from './InputBox.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | 'aria-invalid' | 'aria-describedby'> & {
  readonly label: string;
  /** Only where a text above the field says the same. */
  readonly isLabelHidden?: boolean;
  /** What is wrong with the entry; null while nothing is. */
  readonly problem: ReactNode;
  readonly hint?: ReactNode;
  readonly icon?: IconName;
  /** Beside the label, such as a button that closes the field. */
  readonly labelAction?: ReactNode;
  /** Beside the input, such as the button that sends the form. */
  readonly action?: ReactNode;
  /** An address or a hash: it runs from left to right, and the keyboard must not correct it. */
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
