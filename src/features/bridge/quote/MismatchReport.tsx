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
      `${field}\n  asked for: ${expected}\n  received:  ${actual}\n  meaning:   ${meaning}`,
  );
  return [`Causeway refused a transaction built by ${serviceUrl}`, ...lines].join('\n\n');
}

/** Cannot be dismissed: the way on is another quote. */
export function MismatchReport(props: Props) {
  return (
    <Notice tone="danger" title="This transaction is not what you asked for">
      <p>Your wallet was not opened and nothing was sent. The service answered with:</p>
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

/** Where the two part; the report has them whole. */
function Values({ expected, actual }: { expected: string; actual: string }) {
  const [wanted, got] = excerptsOf(expected, actual);
  return (
    <dl className={styles.values}>
      <dt>Asked for</dt>
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
      <mark>{excerpt.differs || 'nothing more'}</mark>
    </dd>
  );
}
