import type { Mismatch } from '../../domain/verifyBuild.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
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
            <p className={styles.values}>
              <span>Asked for</span> {expected}
            </p>
            <p className={styles.values}>
              <span>Received</span> {actual}
            </p>
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
