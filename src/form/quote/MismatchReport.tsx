import { useState } from 'react';
import type { Mismatch } from '#client/findMismatches.ts';
import { visibleText } from '#shared/foreignText.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { Button } from '../../ui/Button.tsx';
import type { CopyResult } from '../../ui/copyText.ts';
import { copyText } from '../../ui/copyText.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './quote.module.css';

type Props = { readonly mismatches: readonly Mismatch[]; readonly serviceUrl: string };

/** The user can't dismiss it. The form continues with another quote. */
export function MismatchReport(props: Props) {
  const { t } = useTexts('app');
  const [result, setResult] = useState<CopyResult | null>(null);
  return (
    <Notice tone="danger" title={t('mismatchTitle')}>
      <p>{t('mismatchText')}</p>
      <ul className={styles.differences}>
        {props.mismatches.map(({ field, expected, actual, meaning }) => (
          <li key={field}>
            <p>
              <code>{field}</code> {t(`differs_${meaning}`)}
            </p>
            <Values expected={expected} actual={actual} />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={() => void copyText(reportText(props)).then(setResult)}>
          {t('copyReport')}
        </Button>
        {result ? <p>{t(result)}</p> : null}
      </div>
    </Notice>
  );
}

/** For the operator, in English: the names of the fields and of the differences are codes. */
function reportText({ mismatches, serviceUrl }: Props): string {
  const lines = mismatches.map(
    ({ field, expected, actual, meaning }) =>
      `${field}\n  expected: ${expected}\n  received: ${actual}\n  code: ${meaning}`,
  );
  return [`Causeway refused a transaction built by ${serviceUrl}`, ...lines].join('\n\n');
}

/** Shows the first difference. The copied report has the whole values. */
function Values({ expected, actual }: { expected: string; actual: string }) {
  const { t } = useTexts('app');
  const [wanted, got] = excerptsOf(expected, actual);
  return (
    <dl className={styles.values}>
      <dt>{t('expected')}</dt>
      <Value excerpt={wanted} />
      <dt>{t('reviewReceived')}</dt>
      <Value excerpt={got} />
    </dl>
  );
}

function Value({ excerpt }: { excerpt: Excerpt }) {
  const { t } = useTexts('app');
  return (
    <dd>
      {excerpt.same}
      <mark>{excerpt.differs || t('end')}</mark>
    </dd>
  );
}

const WHOLE_LENGTH = 80;
const BEFORE = 12;
const SHOWN = 64;

/** Longer than every expected value. A service can answer with megabytes. */
const MOST_COMPARED = 2_000;

/** Cuts two values to the text around their first difference, which can be an invisible character. Short values stay whole. */
export function excerptsOf(expectedText: string, actualText: string): readonly [expected: Excerpt, actual: Excerpt] {
  const [expected, actual] = [visibleIn(expectedText), visibleIn(actualText)];
  const at = firstDifference(expected, actual);
  const isLong = Math.max(expected.length, actual.length) > WHOLE_LENGTH;
  const from = isLong ? Math.max(0, at - BEFORE) : 0;
  const cut = (text: Characters): Excerpt => {
    const end = isLong ? from + SHOWN : text.length;
    const differs = text.slice(at, end).join('');
    return {
      same: `${from > 0 ? '…' : ''}${text.slice(from, at).join('')}`,
      differs: end < text.length ? `${differs}…` : differs,
    };
  };
  return [cut(expected), cut(actual)];
}

/** An excerpt of a value: the text before the first difference, and the text from there on. */
type Excerpt = { readonly same: string; readonly differs: string };

// Characters are code points, so that no surrogate pair is cut.
type Characters = readonly string[];

const visibleIn = (text: string): Characters => [...visibleText(text, MOST_COMPARED)];

function firstDifference(a: Characters, b: Characters): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}
