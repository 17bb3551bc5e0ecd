import { Link } from 'wouter';
import { useTexts } from '../../i18n/useTexts.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { Button, Spinner } from '../../ui/Button.tsx';
import { Digits } from '../../ui/Digits.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { Notice } from '../../ui/Notice.tsx';
import tones from '../../ui/page.module.css';
import ui from '../../ui/ui.module.css';
import type { Check } from '../model/checks.ts';
import { checkText } from './checkText.ts';
import styles from './review.module.css';

const icons: Record<Check['state'], IconName> = { fine: 'check', warning: 'warning', unknown: 'question' };

type Props = {
  readonly checks: readonly Check[];
  readonly build: VerifiedBuild;
  readonly isConfirmed: (check: Check) => boolean;
  readonly onToggle: (check: Check) => void;
};

type ListProps = Props & {
  /** Not null if the checks could not run. */
  readonly onRetry: (() => void) | null;
};

/** Shows the checks that need attention. The passed ones are counted and can be expanded. */
export function CheckList(props: ListProps) {
  return (
    <>
      <Result {...props} />
      <Content {...props} />
    </>
  );
}

/**
 * Announces the result of the checks once: a screen reader reads only changes in a live region that is already on the
 * page.
 */
function Result({ checks, onRetry }: ListProps) {
  const { t } = useTexts('app');
  const openCount = checks.filter(({ state }) => state !== 'fine').length;
  const text = () => {
    if (checks.length === 0) return t(onRetry ? 'couldNotCheck' : 'runningChecks');
    return openCount === 0 ? t('allPassed', { count: checks.length }) : t('openChecks', { count: openCount });
  };
  return <LiveRegion className="visuallyHidden">{text()}</LiveRegion>;
}

function Content({ checks, onRetry, ...rest }: ListProps) {
  const { t } = useTexts('app');
  if (checks.length === 0 && onRetry) {
    return (
      <Notice tone="warning" title={t('couldNotCheck')}>
        <p>{t('checksDidNotRun')}</p>
        <div>
          <Button size="small" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        </div>
      </Notice>
    );
  }
  if (checks.length === 0) {
    return (
      <p className={`${ui.row} ${ui.small}`} aria-hidden="true">
        <Spinner /> {t('runningChecks')}
      </p>
    );
  }
  const fine = checks.filter(({ state }) => state === 'fine');
  const open = checks.filter(({ state }) => state !== 'fine');
  return (
    <>
      {open.length > 0 ? <Lines {...rest} label={t('needAttention')} checks={open} /> : null}
      <details className={styles.passed}>
        <summary>
          <Icon name="check" size={16} />
          {t(open.length === 0 ? 'allPassed' : 'othersPassed', { count: fine.length })}
          <Icon name="chevron" size={16} />
        </summary>
        <Lines {...rest} label={t('passedChecks')} checks={fine} />
      </details>
    </>
  );
}

function Lines({ checks, build, isConfirmed, onToggle, label }: Props & { readonly label: string }) {
  const texts = useTexts('app');
  return (
    <ul className={styles.checks} aria-label={label}>
      {checks.map((check) => (
        <li
          key={check.kind}
          className={`${styles.check} ${check.state === 'fine' ? ui.good : `${styles.open} ${toneOf(check)}`}`}
          data-check={check.kind}
          data-state={check.state}
        >
          <Icon name={icons[check.state]} size={16} />
          <span className={styles.text}>
            <span className="visuallyHidden">{texts.t(`state_${check.state}`)} </span>
            <Digits text={checkText(check, build, texts)} />
            {check.kind === 'sameTransfer' && check.state === 'warning' ? (
              <OpenDuplicate ids={check.duplicateIds} />
            ) : null}
            {check.demand === 'confirm' ? (
              <label className={styles.confirm}>
                <input type="checkbox" checked={isConfirmed(check)} onChange={() => onToggle(check)} />
                {texts.t(check.kind === 'sameTransfer' ? 'acceptSecond' : 'iHaveChecked')}
              </label>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

function toneOf({ state, demand }: Check) {
  if (demand === 'stop') return tones.danger;
  return state === 'warning' ? tones.warning : tones.info;
}

/**
 * The link to the first of the identical transfers: what the wallet did with it decides whether to send another one.
 */
function OpenDuplicate({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTexts('app');
  return ids.slice(0, 1).map((id) => (
    <Link key={id} className={styles.link} href={`/transfers/${id}`}>
      {t('openOtherTransfer')}
    </Link>
  ));
}
