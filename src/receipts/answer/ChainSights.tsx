import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import ui from '../../ui/ui.module.css';
import type { ChainSight, EndpointAnswer } from '../model/evidence.ts';
import type { JudgedDeposit, Lookup } from '../model/judge.ts';
import styles from './answer.module.css';

function sightText(sight: ChainSight, { t }: Texts<'desk'>): string {
  switch (sight.kind) {
    case 'silent':
      return t('evidence_silent', { reason: sight.reason });
    case 'unknown':
      return t('evidence_unknown');
    case 'pending':
      return t('evidence_pending');
    case 'mined':
      return t(sight.failure ? 'evidence_failed' : 'evidence_mined', { block: `${sight.blockNumber}` });
  }
}

/** What a chain shows of the deposits that the hash leads to, and of their payments. */
function depositLines(
  { chain }: ChainSight,
  deposits: readonly JudgedDeposit[],
  { t }: Texts<'desk'>,
): readonly string[] {
  const lines = deposits.flatMap(({ evidence }) => {
    const { payout, refund } = evidence;
    const isHere = evidence.chain.id === chain.id;
    return [
      ...(isHere ? [t('evidence_deposit', { block: `${evidence.blockNumber}` })] : []),
      ...(payout.kind === 'proven' && payout.chain?.id === chain.id
        ? [t('evidence_payout', { block: `${payout.blockNumber}` })]
        : []),
      ...(refund.kind === 'proven' && isHere ? [t('evidence_refund', { block: `${refund.blockNumber}` })] : []),
    ];
  });
  const isElsewhere = deposits.every(({ evidence }) => evidence.chain.id !== chain.id);
  return [...new Set([...(isElsewhere ? [t('evidence_elsewhere')] : []), ...lines])];
}

function linesOf(sight: ChainSight, { deposits }: Lookup, texts: Texts<'desk'>): readonly string[] {
  if (sight.kind === 'silent' || deposits.length === 0) return [sightText(sight, texts)];
  return depositLines(sight, deposits, texts);
}

/** What each chain shows of the hash and of what it leads to, and how the RPC endpoints agree on the hash. */
export function ChainSights({ found }: { readonly found: Lookup }) {
  const texts = useTexts('desk');
  return (
    <ul className={styles.sights}>
      {found.evidence.sights.map((sight) => (
        <li key={sight.chain.id} className={styles[sight.kind]}>
          <strong>{sight.chain.name}</strong>
          <span>
            {linesOf(sight, found, texts).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
          <Endpoints endpoints={sight.endpoints} />
        </li>
      ))}
    </ul>
  );
}

function Endpoints({ endpoints }: { readonly endpoints: readonly EndpointAnswer[] }) {
  const { t } = useTexts('desk');
  return (
    <small className={ui.small} dir="ltr">
      {endpoints.map(({ host, answer }) => `${host}: ${t(`answer_${answer}`)}`).join(' · ')}
    </small>
  );
}
