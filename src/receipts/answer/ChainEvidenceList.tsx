import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import ui from '../../ui/ui.module.css';
import type { ChainEvidence, EndpointAnswer } from '../model/evidence.ts';
import type { JudgedDeposit, Lookup } from '../model/judge.ts';
import styles from './answer.module.css';

function evidenceText(evidence: ChainEvidence, { t }: Texts<'desk'>): string {
  switch (evidence.kind) {
    case 'silent':
      return t('evidence_silent', { reason: evidence.reason });
    case 'unknown':
      return t('evidence_unknown');
    case 'pending':
      return t('evidence_pending');
    case 'mined':
      return t(evidence.failure ? 'evidence_failed' : 'evidence_mined', { block: `${evidence.blockNumber}` });
  }
}

/** What a chain shows of the deposits that the hash leads to, and of their payments. */
function depositLines(
  { chain }: ChainEvidence,
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

function linesOf(evidence: ChainEvidence, { deposits }: Lookup, texts: Texts<'desk'>): readonly string[] {
  if (evidence.kind === 'silent' || deposits.length === 0) return [evidenceText(evidence, texts)];
  return depositLines(evidence, deposits, texts);
}

/** What each chain shows of the hash and its deposits, and whether the RPC endpoints agree. */
export function ChainEvidenceList({ found }: { readonly found: Lookup }) {
  const texts = useTexts('desk');
  return (
    <ul className={styles.evidence}>
      {found.evidence.perChain.map((evidence) => (
        <li key={evidence.chain.id} className={styles[evidence.kind]}>
          <strong>{evidence.chain.name}</strong>
          <span>
            {linesOf(evidence, found, texts).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
          <Endpoints endpoints={evidence.endpoints} />
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
