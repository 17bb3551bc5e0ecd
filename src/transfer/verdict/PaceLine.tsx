import { elapsedText } from '../../i18n/elapsedText.ts';
import { useLanguage } from '../../i18n/language.ts';
import { useWords } from '../../i18n/useWords.ts';
import { verdictWords } from '../../i18n/verdict/verdictWords.ts';
import { RollingDigits } from '../../ui/RollingDigits.tsx';
import styles from './PaceLine.module.css';
import type { Pace } from './verdict.ts';

type Props = { readonly pace: Pace };

/** How long the transfer has taken, and how long one usually takes. A timer is not read aloud at each second. */
export function PaceLine({ pace: { elapsedSeconds, usualSeconds, isLate } }: Props) {
  const { rich, duration } = useWords(verdictWords);
  const { locale } = useLanguage();
  const elapsed = <RollingDigits text={elapsedText(elapsedSeconds, locale)} direction="auto" />;
  return (
    <p className={`${styles.pace} ${isLate ? styles.late : ''}`} role="timer">
      {usualSeconds === null
        ? rich('sinceDeposit', { elapsed })
        : rich('usuallyNow', { elapsed, usual: duration(usualSeconds) })}
    </p>
  );
}
