import type { Mismatch } from '../../../domain/verifyBuild.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { Excerpt } from './excerpt.ts';
import { excerptsOf } from './excerpt.ts';
import styles from './MismatchReport.module.css';

type Props = { readonly mismatches: readonly Mismatch[]; readonly serviceUrl: string };

function reportText({ mismatches, serviceUrl }: Props): string {
  const lines = mismatches.map(
    ({ field, expected, actual, meaning }) =>
      `${field}\n  expected: ${expected}\n  received: ${actual}\n  meaning:  ${meaning}`,
  );
  return [`Causeway refused a transaction built by ${serviceUrl}`, ...lines].join('\n\n');
}

/** The user can't dismiss it. The form continues with another quote. */
export function MismatchReport(props: Props) {
  return (
    <Notice tone="danger" title="The transaction differs from your request">
      <p>Nothing was sent, and your wallet was not opened. The bridge changed:</p>
      <ul className={styles.list}>
        {props.mismatches.map(({ field, expected, actual, meaning }) => (
          <li key={field}>
            <p>
              <code>{field}</code>: {meaning}.
            </p>
            <Values expected={expected} actual={actual} />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={() => void navigator.clipboard.writeText(reportText(props))}>
          Copy report
        </Button>
      </div>
    </Notice>
  );
}

/** Shows the first difference. The copied report has the whole values. */
function Values({ expected, actual }: { expected: string; actual: string }) {
  const [wanted, got] = excerptsOf(expected, actual);
  return (
    <dl className={styles.values}>
      <dt>Expected</dt>
      <Value excerpt={wanted} />
      <dt>Received</dt>
      <Value excerpt={got} />
    </dl>
  );
}

function Value({ excerpt }: { excerpt: Excerpt }) {
  return (
    <dd>
      {excerpt.same}
      <mark>{excerpt.differs || '(end)'}</mark>
    </dd>
  );
}
