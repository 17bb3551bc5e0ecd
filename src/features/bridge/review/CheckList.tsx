import type { Check } from '../../../domain/checks.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { Button } from '../../../ui/Button.tsx';
import type { IconName } from '../../../ui/Icon.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import styles from './CheckList.module.css';
import { checkText } from './checkText.ts';

const icons: Record<Check['state'], IconName> = { fine: 'check', warning: 'warning', unknown: 'question' };
const stateLabels: Record<Check['state'], string> = { fine: 'Passed', warning: 'Warning', unknown: 'Not checked' };

type Props = {
  readonly checks: readonly Check[];
  readonly build: VerifiedBuild;
  readonly isConfirmed: (check: Check) => boolean;
  readonly onToggle: (check: Check) => void;
};

type ListProps = Props & {
  /** Not null once the checks could not run. */
  readonly onRetry: (() => void) | null;
};

/** Shows the checks that need attention. The passed ones are counted and can be unfolded. */
export function CheckList({ checks, onRetry, ...rest }: ListProps) {
  if (checks.length === 0 && onRetry) {
    return (
      <Notice tone="warning" title="Could not check">
        <p>Nothing was sent. The checks on both chains did not run.</p>
        <div>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </Notice>
    );
  }
  if (checks.length === 0) {
    return (
      <p className={styles.running} role="status">
        <Spinner /> Running checks on both chains
      </p>
    );
  }
  const fine = checks.filter(({ state }) => state === 'fine');
  const open = checks.filter(({ state }) => state !== 'fine');
  return (
    <>
      {open.length > 0 ? <Lines {...rest} label="Checks that need attention" checks={open} /> : null}
      <details className={styles.details}>
        <summary>
          <Icon name="check" size={16} />
          {open.length === 0 ? `All ${fine.length} checks passed` : `${fine.length} other checks passed`}
          <span className={styles.chevron}>
            <Icon name="chevron" size={16} />
          </span>
        </summary>
        <Lines {...rest} label="Passed checks" checks={fine} />
      </details>
    </>
  );
}

function Lines({ checks, build, isConfirmed, onToggle, label }: Props & { readonly label: string }) {
  return (
    <ul className={styles.checks} aria-label={label}>
      {checks.map((check) => (
        <li key={check.kind} className={styles[check.state]} data-check={check.kind} data-state={check.state}>
          <span className={styles.icon}>
            <Icon name={icons[check.state]} size={16} />
          </span>
          <span>
            <span className="visuallyHidden">{stateLabels[check.state]}: </span>
            {checkText(check, build)}
            {check.demand === 'confirm' ? (
              <label className={styles.confirm}>
                <input type="checkbox" checked={isConfirmed(check)} onChange={() => onToggle(check)} />I have checked
                this
              </label>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
